import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '@stowage/domain/actions';
import { parseIpAddress } from '@stowage/domain/ip-address';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

export const SUBJECT_KINDS = ['me', 'user', 'group', 'key', 'anonymous'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** What the form of the explorer holds, and its address. */
export interface ExplorerValues {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly action: string;
  readonly bucket: string;
  readonly key: string;
  readonly address: string;
  /** As in '2026-01-31T12:00', UTC; '' for now. */
  readonly time: string;
  /** Tags of the object, such as 'team=blue&stage=test'. */
  readonly tags: string;
}

/** How the values stand in the query of the page's address. */
export const explorerSearch: SearchFields<ExplorerValues> = {
  kind: choiceField(SUBJECT_KINDS),
  name: textField,
  action: textField,
  bucket: textField,
  key: textField,
  address: textField,
  time: textField,
  tags: textField,
};

/** Whether somebody of this kind has a name. */
export function isNamed(kind: SubjectKind): kind is 'user' | 'group' | 'key' {
  return kind === 'user' || kind === 'group' || kind === 'key';
}

/** What is wrong with a value, as a key of the page's words. */
export type ValueProblem =
  | 'noName'
  | 'noAction'
  | 'badAction'
  | 'unknownAction'
  | 'noBucket'
  | 'badAddress'
  | 'badTime';

type Field = 'name' | 'action' | 'bucket' | 'address' | 'time';

const ACTIONS: ReadonlySet<string> = new Set([
  ...S3_ACTIONS,
  ...ADMIN_ACTIONS,
  ...KMS_ACTIONS,
  ...STS_ACTIONS,
]);
/** All other S3 actions are about one bucket. */
const OF_ALL_BUCKETS: ReadonlySet<string> = new Set([
  's3:ListAllMyBuckets',
  's3:ListenNotification',
]);

/**
 * What is wrong with the values, by field. No policy speaks of an action or a bucket that is not
 * there, or of an address that nobody has: the verdict would be one about nothing.
 * @param ofAll asked about all users and buckets
 */
export function problemsOf(
  values: ExplorerValues,
  ofAll = false,
): Partial<Record<Field, ValueProblem>> {
  const { kind, name, action, bucket, address, time } = values;
  const needsBucket = !ofAll && action.startsWith('s3:') && !OF_ALL_BUCKETS.has(action);
  const wrongAddress = address !== '' && parseIpAddress(address) === undefined;
  const actionProblem = problemOfAction(action);
  return {
    ...(!ofAll && isNamed(kind) && name.trim() === '' && { name: 'noName' }),
    ...(actionProblem && { action: actionProblem }),
    ...(needsBucket && bucket === '' && { bucket: 'noBucket' }),
    ...(wrongAddress && { address: 'badAddress' }),
    ...(time !== '' && Number.isNaN(Date.parse(`${time}Z`)) && { time: 'badTime' }),
  };
}

function problemOfAction(action: string): ValueProblem | undefined {
  if (action === '') return 'noAction';
  if (!/^[a-z0-9]+:[A-Za-z]+$/.test(action)) return 'badAction';
  return ACTIONS.has(action) ? undefined : 'unknownAction';
}

/** What the values say of the request, by condition key; what is left empty is not known. */
export function factsOf(values: ExplorerValues): Record<string, string[]> {
  const { action, key, address, time, tags } = values;
  const listing = action === 's3:ListBucket' || action === 's3:ListBucketVersions';
  return {
    ...(address !== '' && { 'aws:SourceIp': [address] }),
    ...(time !== '' && { 'aws:CurrentTime': [new Date(`${time}Z`).toISOString()] }),
    ...(listing && { 's3:prefix': key === '' ? [] : [key.replace(/\*$/, '')] }),
    ...(tags !== '' && tagFacts(tags)),
  };
}

/** Tags are those that the object has, and those that a request brings. */
function tagFacts(tags: string): Record<string, string[]> {
  const pairs = [...new URLSearchParams(tags.replace(/,\s*/g, '&'))];
  const facts = pairs.slice(0, 20).flatMap(([name, value]) => [
    [`s3:ExistingObjectTag/${name}`, [value]],
    [`s3:RequestObjectTag/${name}`, [value]],
  ]);
  return {
    ...Object.fromEntries(facts),
    's3:ExistingObjectTag': [],
    's3:RequestObjectTag': [],
    's3:RequestObjectTagKeys': pairs.map(([name]) => name),
  };
}

/** Listing is asked about the bucket; its prefix is a fact. */
export function keyOf({ action, key }: ExplorerValues): string | undefined {
  const ofBucket = action === 's3:ListBucket' || action === 's3:ListBucketVersions';
  return ofBucket || key === '' ? undefined : key;
}
