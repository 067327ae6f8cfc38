/**
 * S3's error codes with the HTTP status and message that MinIO and AWS send. One table for both
 * sides: the embedded store sends them, the client reads them.
 */
export const S3_ERRORS = {
  AccessDenied: [403, 'Access Denied.'],
  AccessForbidden: [403, 'This cross-origin request is not allowed.'],
  AllAccessDisabled: [403, 'All access to this resource has been disabled.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationParametersError: [
    400,
    'The credential names a service that this endpoint does not serve.',
  ],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters are not valid.'],
  BadDigest: [400, 'The Content-Md5 or checksum you specified did not match what we received.'],
  BadRequest: [400, 'Bad request.'],
  BucketAlreadyExists: [409, 'The requested bucket name is not available.'],
  BucketAlreadyOwnedByYou: [
    409,
    'Your previous request to create the named bucket succeeded and you already own it.',
  ],
  BucketNotEmpty: [409, 'The bucket you tried to delete is not empty.'],
  ConditionalRequestConflict: [409, 'A conflicting operation is in progress on this resource.'],
  EmptyRequestBody: [400, 'Request body cannot be empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed object size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed object size.'],
  ExpiredToken: [400, 'The provided token has expired.'],
  IllegalVersioningConfigurationException: [
    400,
    'The versioning configuration specified in the request is invalid.',
  ],
  IncompleteBody: [
    400,
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  ],
  InternalError: [500, 'We encountered an internal error, please try again.'],
  InvalidAccessKeyId: [403, 'The Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument.'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidBucketState: [409, 'The request is not valid with the current state of the bucket.'],
  InvalidDigest: [400, 'The Content-Md5 you specified is not valid.'],
  InvalidObjectState: [403, 'The operation is not valid for the current state of the object.'],
  InvalidPart: [
    400,
    'One or more of the specified parts could not be found, or the specified entity tag does not match.',
  ],
  InvalidPartNumber: [416, 'The requested partnumber is not satisfiable.'],
  InvalidPartOrder: [400, 'The list of parts was not in ascending order.'],
  InvalidPolicyDocument: [400, 'The policy document of the form is not valid.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRedirectLocation: [400, 'A redirect location begins with / or http:// or https://.'],
  InvalidRegion: [400, 'Region does not match.'],
  InvalidRequest: [400, 'Invalid Request.'],
  InvalidStorageClass: [400, 'Invalid storage class.'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidTokenId: [403, 'The security token included in the request is invalid.'],
  InvalidURI: [400, 'The specified URI could not be parsed.'],
  'KMS.NotFoundException': [400, 'Invalid keyId'],
  'kms:KeyAlreadyExists': [409, 'A key with this ID exists already.'],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedPOSTRequest: [
    400,
    'The body of your POST request is not well-formed multipart/form-data.',
  ],
  MalformedPolicy: [400, 'The policy is not valid.'],
  MalformedTrailerError: [
    400,
    'The request contained trailing data that was not well-formed or did not conform to the published schema.',
  ],
  MalformedXML: [
    400,
    'The XML you provided was not well-formed or did not validate against our published schema.',
  ],
  MaxMessageLengthExceeded: [400, 'Your request was too big.'],
  MaxPostPreDataLengthExceededError: [
    400,
    'Your POST request fields preceding the upload file were too large.',
  ],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  MissingContentMD5: [
    400,
    'Missing or invalid required header for this request: Content-Md5 or Amz-Content-Checksum.',
  ],
  MissingFields: [400, 'Missing fields in request.'],
  NoSuchBucket: [404, 'The specified bucket does not exist'],
  NoSuchBucketPolicy: [404, 'The bucket policy does not exist.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchLifecycleConfiguration: [404, 'The lifecycle configuration does not exist.'],
  NoSuchObjectLockConfiguration: [
    404,
    'The specified object does not have an ObjectLock configuration.',
  ],
  NoSuchTagSet: [404, 'The TagSet does not exist.'],
  NoSuchUpload: [
    404,
    'The specified multipart upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NoSuchWebsiteConfiguration: [404, 'The specified bucket does not have a website configuration.'],
  NotImplemented: [
    501,
    'A header or request you provided implies functionality that this server does not offer.',
  ],
  NotModified: [304, 'Not Modified.'],
  ObjectLockConfigurationNotFoundError: [
    404,
    'Object Lock configuration does not exist for this bucket.',
  ],
  ObjectLocked: [403, 'Access Denied because object protected by object lock.'],
  PolicyInvalidName: [400, 'The name of a policy may not contain a comma.'],
  OpenIDNotEnabled: [400, 'No OpenID provider is enabled.'],
  PreconditionFailed: [412, 'At least one of the pre-conditions you specified did not hold.'],
  RemoteDestinationNotFoundError: [404, 'The remote destination bucket does not exist.'],
  RemoteTargetNotVersionedError: [400, 'The remote target does not have versioning enabled.'],
  ReplicationConfigurationNotFoundError: [404, 'The replication configuration was not found.'],
  ReplicationDestinationMissingLockError: [
    400,
    'The replication destination bucket does not have object locking enabled.',
  ],
  ReplicationPermissionCheck: [
    400,
    'X-Minio-Source-Replication-Check cannot be specified in request. Request cannot be completed.',
  ],
  ReplicationSourceNotVersionedError: [
    400,
    'The replication source does not have versioning enabled.',
  ],
  RestoreAlreadyInProgress: [409, 'Object restore is already in progress.'],
  RequestTimeTooSkewed: [
    403,
    "The difference between the request time and the server's time is too large.",
  ],
  ServerSideEncryptionConfigurationNotFoundError: [
    404,
    'The server side encryption configuration was not found.',
  ],
  ServiceUnavailable: [503, 'The server is not ready. Please try again.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
  SlowDown: [503, 'Resource requested is unreadable, please reduce your request rate.'],
  TooManyRequests: [429, 'Too many requests at one time. Please try again.'],
  UnsupportedNotification: [
    400,
    'Only queues can be notified: topics and functions are not supported.',
  ],
  UnsupportedSignature: [400, 'The signature version or payload algorithm is not supported.'],
  XAmzContentChecksumMismatch: [400, 'The provided checksum does not match the computed checksum.'],
  XAmzContentSHA256Mismatch: [
    400,
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  ],
  XMinioAdminBucketQuotaExceeded: [400, 'Bucket quota exceeded.'],
  XMinioAdminBucketRemoteAlreadyExists: [400, 'The remote target already exists.'],
  XMinioAdminConfigBadJSON: [400, 'JSON configuration provided is of incorrect format.'],
  XMinioAdminConfigIDPCfgNameAlreadyExists: [
    400,
    'An IDP configuration with the given name already exists',
  ],
  XMinioAdminConfigIDPCfgNameDoesNotExist: [400, 'No such IDP configuration exists'],
  XMinioAdminConfigInvalidIDPType: [
    400,
    'Invalid IDP configuration type, expecting openid or ldap.',
  ],
  XMinioAdminConfigTooLarge: [400, 'The configuration is larger than this API takes.'],
  XMinioAdminGroupDisabled: [400, 'The specified group is disabled.'],
  XMinioAdminGroupNotEmpty: [400, 'The specified group is not empty - cannot remove it.'],
  XMinioAdminInvalidAccessKey: [400, 'The access key is invalid.'],
  XMinioAdminInvalidArgument: [400, 'Invalid arguments specified.'],
  XMinioAdminInvalidRequest: [400, 'The request of the admin API is not valid.'],
  XMinioAdminInvalidSecretKey: [400, 'The secret key is invalid.'],
  XMinioAdminNoAccessKey: [400, 'No access key was provided.'],
  XMinioAdminNoSecretKey: [400, 'No secret key was provided.'],
  XMinioAdminNoSuchAccessKey: [404, 'The specified access key does not exist.'],
  XMinioAdminNoSuchConfigTarget: [400, 'No such named configuration target exists'],
  XMinioAdminNoSuchGroup: [404, 'The specified group does not exist.'],
  XMinioAdminNoSuchPolicy: [404, 'The canned policy does not exist.'],
  XMinioAdminNoSuchQuotaConfiguration: [404, 'The quota configuration does not exist.'],
  XMinioAdminNoSuchServiceAccount: [404, 'The specified service account is not found.'],
  XMinioAdminNoSuchUser: [404, 'The specified user does not exist.'],
  XMinioAdminPolicyChangeAlreadyApplied: [400, 'The specified policy change is already in effect.'],
  XMinioAdminRemoteARNTypeInvalid: [400, 'The bucket remote ARN type is not valid.'],
  XMinioAdminRemoteArnInvalid: [400, 'The bucket remote ARN does not have correct format.'],
  XMinioAdminRemoteIdenticalToSource: [400, 'The remote target cannot be identical to source.'],
  XMinioAdminRemoteRemoveDisallowed: [400, 'This ARN is in use by an existing configuration.'],
  XMinioAdminRemoteTargetNotFoundError: [404, 'The remote target does not exist.'],
  XMinioAdminReplicationBandwidthLimitError: [
    400,
    'Bandwidth limit for remote target must be at least 100MBps.',
  ],
  XMinioAdminReplicationRemoteConnectionError: [503, 'Remote service connection error.'],
  XMinioAdminTierAlreadyExists: [409, 'A tier of this name exists already.'],
  XMinioAdminTierBackendInUse: [
    409,
    'There is data at this place already: another server may use it as a tier.',
  ],
  XMinioAdminTierBackendNotEmpty: [400, 'The tier still holds data.'],
  XMinioAdminTierBucketNotFound: [400, 'The bucket of the tier does not exist.'],
  XMinioAdminTierInsufficientPermissions: [
    400,
    'The credentials of the tier do not allow to write, read and delete.',
  ],
  XMinioAdminTierInvalidConfig: [400, 'The tier cannot be set up as it is described.'],
  XMinioAdminTierInvalidConfigVersion: [400, 'The version of the tier configuration is unknown.'],
  XMinioAdminTierInvalidCredentials: [400, 'The credentials of the tier are not valid.'],
  XMinioAdminTierMissingCredentials: [403, 'The credentials of the tier are missing.'],
  XMinioAdminTierNameEmpty: [400, 'The name of the tier is missing.'],
  XMinioAdminTierNameNotUpperCase: [400, 'The name of a tier must be in upper case.'],
  XMinioAdminTierNotFound: [404, 'The tier does not exist.'],
  XMinioAdminTierReserved: [400, 'This name of a tier is reserved.'],
  XMinioAdminTierTypeUnsupported: [400, 'Tiers of this type are not supported.'],
  XMinioAdminVersionMismatch: [426, 'This admin API is not supported by the server.'],
  XMinioLDAPExpectedLoginName: [400, 'Expected LDAP short username but was given full DN.'],
  XMinioLDAPNotEnabled: [501, 'LDAP is not enabled. LDAP must be enabled to make LDAP requests.'],
  XMinioBackendDown: [503, 'The remote tier cannot be reached.'],
  XMinioIAMActionNotAllowed: [403, 'The specified IAM action is not allowed.'],
  XMinioConfigError: [400, 'The configuration is not valid.'],
  XMinioConfigNotFoundError: [404, 'The specified configuration does not exist.'],
  XMinioIAMPolicyInUse: [400, 'The policy cannot be removed, as it is in use.'],
  XMinioInvalidLifecycleParameter: [400, 'withUpdatedAt must be a boolean.'],
  XMinioIAMServiceAccountNotAllowed: [400, 'The specified service account action is not allowed.'],
  XMinioIAMServiceAccountSessionPolicyTooLarge: [
    400,
    'The session policy of a service account has at most 4096 characters.',
  ],
  XMinioHealAlreadyRunning: [400, 'Healing is already running on the given path.'],
  XMinioHealInvalidClientToken: [400, 'Client token mismatch'],
  XMinioHealMissingBucket: [400, 'A prefix to heal needs a bucket.'],
  XMinioHealNotImplemented: [400, 'This server does not implement heal functionality.'],
  XMinioHealOverlappingPaths: [400, 'Healing is running on a path that overlaps the given one.'],
  XMinioInvalidGroupName: [400, 'The group name is invalid.'],
  XMinioInvalidIAMCredentials: [403, 'These credentials cannot be given or changed here.'],
  XMinioInvalidObjectName: [400, 'Object name contains unsupported characters.'],
  XMinioInvalidResource: [
    400,
    'Names of policies, users and groups may not begin or end with spaces.',
  ],
  XMinioMalformedIAMPolicy: [400, 'The policy is not valid.'],
  XMinioReplicationNoExistingObjects: [400, 'No matching ExistingObjects rule enabled.'],
  XMinioStorageFull: [
    507,
    'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** An error code of the table. */
export type S3ErrorCode = keyof typeof S3_ERRORS;

/** An S3 error by code; `detail` replaces the table's message. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;

  /** @param options `cause` is for the log and not shown to the caller */
  constructor(code: S3ErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail ?? S3_ERRORS[code][1], options);
    this.name = 'S3Error';
    this.code = code;
    this.status = S3_ERRORS[code][0];
  }
}
