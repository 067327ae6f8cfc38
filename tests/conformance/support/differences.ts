import { isRefusedByPathStores } from '@stowage/domain/object-key';
import { targetKind } from '../../targets/target.ts';

/** A difference between the two servers' responses, and why it is acceptable. */
interface Difference<T> {
  readonly reason: string;
  readonly embedded: T;
  readonly minio: T;
}

/** The only table of differences by target; every test outside it holds for both. */
const DIFFERENCES = {
  digestOfMultiDelete: {
    reason: 'MinIO stops reading at the end of the list, before it would compare the digests.',
    embedded: true,
    minio: false,
  },
  checksumsNotKnown: {
    reason: 'MinIO stores what comes with a checksum that it does not know, and compares nothing.',
    embedded: 'refused',
    minio: 'passed over',
  },
  statusOfSecondAbort: {
    reason: 'S3 says that the upload is gone; MinIO says yes to an abort of anything.',
    embedded: 404,
    minio: 204,
  },
  uploadsAcrossKeys: {
    reason: 'MinIO lists open uploads of one exact key only.',
    embedded: true,
    minio: false,
  },
  anyDelimiter: {
    reason: 'MinIO does not get on from page to page with delimiters other than /.',
    embedded: true,
    minio: false,
  },
  markersAtFolders: {
    reason: 'MinIO gives nothing after a marker that is the folder of the next key.',
    embedded: true,
    minio: false,
  },
  refusalOfPoliciesForDisabledGroups: {
    reason: 'MinIO has a code for it, but answers with an error of its own (500).',
    embedded: { status: 400, code: 'XMinioAdminGroupDisabled' },
    minio: { status: 500, code: 'InternalError' },
  },
  codeOfLifecycleSchema: {
    reason: 'S3 calls malformed what its schema does not allow; MinIO says InvalidArgument to all.',
    embedded: 'MalformedXML',
    minio: 'InvalidArgument',
  },
  bucketCors: {
    reason: 'The open source MinIO keeps no CORS rules for single buckets.',
    embedded: true,
    minio: false,
  },
  refusalOfOddExpirations: {
    reason: 'MinIO calls a life outside its limits an error of its own (500).',
    embedded: { status: 400, code: 'XMinioAdminInvalidArgument' },
    minio: { status: 500, code: 'InternalError' },
  },
  policyIsLostByOtherChanges: {
    reason:
      'MinIO widens a service account to its parent when an update does not repeat its policy.',
    embedded: false,
    minio: true,
  },
  boundKeysFreeThemselves: {
    reason:
      'In MinIO a key or a session that is bound by a policy makes keys with any policy, and so gets around its own.',
    embedded: false,
    minio: true,
  },
  refusalOfPostPolicies: {
    reason: 'S3 says that the document is wrong; MinIO says that a condition of it failed.',
    embedded: '400 InvalidPolicyDocument',
    minio: '403 PostPolicyInvalidKeyName',
  },
  listsPoliciesOfWhatIsInABucket: {
    reason: 'MinIO asks for the name of the bucket alone, and misses policies about its objects.',
    embedded: true,
    minio: false,
  },
  refusalToRemoveBuiltIns: {
    reason: 'MinIO refuses it with an error of its own (500).',
    embedded: '400 XMinioAdminInvalidArgument',
    minio: '500 InternalError',
  },
  conditionalDeletes: {
    reason: 'MinIO deletes without a look at conditions.',
    embedded: true,
    minio: false,
  },
  answerToCarelessPolicies: {
    reason:
      'MinIO drops fields that it does not know, also a Conditions that should have narrowed.',
    embedded: '400 XMinioMalformedIAMPolicy',
    minio: '200',
  },
  pagesOfBuckets: {
    reason: 'MinIO always lists all buckets at once.',
    embedded: true,
    minio: false,
  },
  redirectLocations: {
    reason: 'MinIO forgets the redirect location of an object.',
    embedded: true,
    minio: false,
  },
  settingsAreNotBuckets: {
    reason: 'MinIO creates or deletes the bucket itself when it does not know a setting of it.',
    embedded: true,
    minio: false,
  },
  keepsNotActionAndIfExists: {
    reason: 'MinIO reads NotAction but cannot write it, and knows IfExists with one operator only.',
    embedded: true,
    minio: false,
  },
  tagsNeedARightOfTheirOwn: {
    reason: 'S3 asks for s3:PutObjectTagging when a PUT or a copy brings tags; MinIO does not.',
    embedded: true,
    minio: false,
  },
  knowsTagsWithEveryAction: {
    reason: 'MinIO looks up the tags of an object for some actions only, not for its locks.',
    embedded: true,
    minio: false,
  },
  versionsNeedRightsOfTheirOwn: {
    reason:
      'S3 asks for s3:GetObjectVersion and s3:DeleteObjectVersion where a version is named; MinIO for the rights on the object, and that a user is not denied the latter.',
    embedded: true,
    minio: false,
  },
  absentForThoseWhoMayList: {
    reason: 'S3 tells who may list that a key is absent; MinIO hides it from who may not read.',
    embedded: '404 NoSuchKey',
    minio: '403 AccessDenied',
  },
  keepsStoredTagsApart: {
    reason: 'MinIO takes the tags of an object that is read for tags that the request brings, too.',
    embedded: true,
    minio: false,
  },
  denyOfVersionListingHolds: {
    reason:
      'MinIO lists versions for who may list the bucket, also where a policy denies just that.',
    embedded: true,
    minio: false,
  },
  completesAgain: {
    reason:
      'S3 gives a client that lost the answer the same answer again; MinIO says NoSuchUpload.',
    embedded: true,
    minio: false,
  },
  partChecksums: {
    reason: 'MinIO does not tell the checksum of a part that is read.',
    embedded: true,
    minio: false,
  },
  bucketPoliciesBindUsers: {
    reason: 'MinIO asks the policy of a bucket for anonymous callers only.',
    embedded: true,
    minio: false,
  },
  quotaAtOnce: {
    reason: 'MinIO compares with the usage that its scanner saw some time ago.',
    embedded: true,
    minio: false,
  },
  refusesSenselessQuotas: {
    reason: 'MinIO calls it an error of its own (500).',
    embedded: true,
    minio: false,
  },
  oddUploadIds: {
    reason: 'MinIO makes a path of the upload id and complains about the path.',
    embedded: 'NoSuchUpload',
    minio: 'XMinioInvalidResourceName',
  },
  customerKeysOverHttp: {
    reason: 'MinIO takes customer keys over TLS only, the embedded store over loopback too.',
    embedded: true,
    minio: false,
  },
  tellsEncryptionOfUploadsAndCopies: {
    reason: 'S3 tells how an upload or a copy is encrypted in the answers to them; MinIO does not.',
    embedded: true,
    minio: false,
  },
  prefixOfKeyNames: {
    reason: 'MinIO tells the name of a KMS key as an ARN, whatever form it was given in.',
    embedded: '',
    minio: 'arn:aws:kms:',
  },
  answersListeners: {
    reason:
      'The compression of answers in MinIO as we build it holds back a stream of events for ever; mc watch shows nothing there either.',
    embedded: true,
    minio: false,
  },
  refusalOfALock: {
    reason: 'S3 answers as to a missing permission; MinIO calls the request invalid.',
    embedded: { status: 403, code: 'AccessDenied' },
    minio: { status: 400, code: 'InvalidRequest' },
  },
  keysThatWork: {
    reason:
      'MinIO keeps keys as paths of a file system, with the limits of file names, and does not list what lies below an object.',
    embedded: (keys: readonly string[]): string[] => [...keys],
    minio: (keys: readonly string[]): string[] =>
      keys.filter(
        (key) =>
          !isRefusedByPathStores(key) &&
          !/^\/|\/\//.test(key) &&
          key.split('/').every((name) => Buffer.byteLength(name) <= 255) &&
          !keys.some((other) => other.startsWith(`${key}/`)),
      ),
  },
} as const satisfies Record<string, Difference<unknown>>;

type Differences = typeof DIFFERENCES;

/** Returns the behaviour of the server under test for one of the differences. */
export function ofTarget<Name extends keyof Differences>(
  name: Name,
): Differences[Name]['embedded'] | Differences[Name]['minio'] {
  return DIFFERENCES[name][targetKind()];
}
