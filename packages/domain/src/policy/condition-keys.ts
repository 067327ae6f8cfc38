import { matchWildcard } from '../wildcard.ts';

/** The token claims that conditions may check, as jwt:sub. */
export const JWT_CLAIMS: readonly string[] = [
  'sub',
  'iss',
  'aud',
  'jti',
  'name',
  'upn',
  'groups',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'gender',
  'birthdate',
  'phone_number',
  'address',
  'scope',
  'client_id',
];

const CALLER_KEYS = [
  'aws:Referer',
  'aws:SourceIp',
  'aws:UserAgent',
  'aws:SecureTransport',
  'aws:CurrentTime',
  'aws:EpochTime',
  'aws:principaltype',
  'aws:userid',
  'aws:username',
  'aws:groups',
  'ldap:user',
  'ldap:username',
  'ldap:groups',
  ...JWT_CLAIMS.map((claim) => `jwt:${claim}`),
];

/** Keys that apply to every S3 action. Only these can be policy variables too. */
const COMMON_KEYS = [
  's3:signatureversion',
  's3:authType',
  's3:signatureAge',
  's3:x-amz-content-sha256',
  's3:LocationConstraint',
  ...CALLER_KEYS,
];

const version = ['s3:versionid'];
const existingTag = ['s3:ExistingObjectTag'];
const requestTags = ['s3:RequestObjectTagKeys', 's3:RequestObjectTag'];
const listing = ['s3:prefix', 's3:delimiter', 's3:max-keys'];
const encryption = [
  's3:x-amz-server-side-encryption',
  's3:x-amz-server-side-encryption-customer-algorithm',
  's3:x-amz-server-side-encryption-aws-kms-key-id',
];
const lockState = ['s3:object-lock-retain-until-date', 's3:object-lock-mode'];
const remainingDays = ['s3:object-lock-remaining-retention-days'];
const legalHold = ['s3:object-lock-legal-hold'];
const tagOfVersion = [...version, ...existingTag];
const tagging = [...tagOfVersion, ...requestTags];

/** Keys of individual S3 actions, in addition to the common ones. */
const EXTRA_KEYS: Readonly<Record<string, readonly string[]>> = {
  's3:BypassGovernanceRetention': [
    ...version,
    ...remainingDays,
    ...lockState,
    ...legalHold,
    ...requestTags,
  ],
  's3:DeleteObject': version,
  's3:DeleteObjectTagging': tagOfVersion,
  's3:DeleteObjectVersion': version,
  's3:DeleteObjectVersionTagging': tagOfVersion,
  's3:GetObject': [...encryption, ...tagOfVersion],
  's3:GetObjectAttributes': existingTag,
  's3:GetObjectRetention': [...encryption, ...version],
  's3:GetObjectTagging': tagOfVersion,
  's3:GetObjectVersion': tagOfVersion,
  's3:GetObjectVersionAttributes': tagOfVersion,
  's3:GetObjectVersionForReplication': tagOfVersion,
  's3:GetObjectVersionTagging': tagOfVersion,
  's3:ListBucket': listing,
  's3:ListBucketVersions': listing,
  's3:PutBucketTagging': requestTags,
  's3:PutObject': [
    's3:x-amz-copy-source',
    's3:x-amz-metadata-directive',
    's3:x-amz-storage-class',
    ...encryption,
    ...version,
    ...lockState,
    ...legalHold,
    ...requestTags,
  ],
  's3:PutObjectLegalHold': [...encryption, ...legalHold, ...version],
  's3:PutObjectRetention': [...encryption, ...remainingDays, ...lockState, ...version],
  's3:PutObjectTagging': tagging,
  's3:PutObjectVersionTagging': tagging,
  's3:ReplicateDelete': tagOfVersion,
  's3:ReplicateObject': tagOfVersion,
  's3:ReplicateTags': tagOfVersion,
};

const STS_KEYS = new Set(['sts:DurationSeconds']);
const ADMIN_KEYS = new Set([...CALLER_KEYS, 'svc:DurationSeconds']);
const COMMON = new Set(COMMON_KEYS);
const EVERY_KEY = new Set([
  ...COMMON_KEYS,
  ...Object.values(EXTRA_KEYS).flat(),
  'sts:DurationSeconds',
  'svc:DurationSeconds',
]);
const PREFIXES = /^(?:aws|jwt|ldap|sts|svc|s3):/;

/** Returns the key without the tag name after '/', as in 's3:ExistingObjectTag/project'. */
export function keyFamily(key: string): string {
  const slash = key.indexOf('/');
  return slash < 0 ? key : key.slice(0, slash);
}

/** Returns the name of the key in a request's context: without its service prefix. */
export function contextName(key: string): string {
  return key.replace(PREFIXES, '');
}

/** Whether policies may use this key at all. */
export function isConditionKey(key: string): boolean {
  return EVERY_KEY.has(keyFamily(key));
}

/** Returns the condition keys that apply to all of these actions (names or patterns). */
export function conditionKeysOf(actions: readonly string[]): readonly string[] {
  return [...EVERY_KEY].filter((key) =>
    actions.every((action) => actionTakesKey(actionFamily(action), action, key)),
  );
}

function actionFamily(action: string): 's3' | 'admin' | 'sts' | 'kms' {
  const [service = ''] = action.split(':');
  return service === 'admin' || service === 'sts' || service === 'kms' ? service : 's3';
}

/** Whether ${key} is substituted with the request's value. */
export function isPolicyVariable(key: string): boolean {
  return COMMON.has(key);
}

/** Whether a condition key applies to an action of a statement (a name or a pattern). */
export function actionTakesKey(
  family: 's3' | 'admin' | 'sts' | 'kms',
  action: string,
  key: string,
): boolean {
  const name = keyFamily(key);
  if (family === 'kms') return EVERY_KEY.has(name);
  if (family === 'admin') return ADMIN_KEYS.has(name);
  if (family === 'sts') return STS_KEYS.has(name);
  if (COMMON.has(name)) return true;
  if (matchWildcard(action, 's3:*')) return EVERY_KEY.has(name);
  return Object.entries(EXTRA_KEYS).some(
    ([known, keys]) => matchWildcard(action, known) && keys.includes(name),
  );
}
