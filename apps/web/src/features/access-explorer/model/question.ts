import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '@stowage/domain/actions';
import { parseIpAddress } from '@stowage/domain/ip-address';
import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

export const SUBJECT_KINDS = ['me', 'user', 'group', 'key', 'anonymous'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The values of the explorer's form, and of its address. */
export interface ExplorerValues {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly action: string;
  readonly bucket: string;
  readonly key: string;
  readonly address: string;
  /** In the form '2026-01-31T12:00', UTC; '' for now. */
  readonly time: string;
  /** Object tags, such as 'team=blue&stage=test'. */
  readonly tags: string;
}

/** The query parameters of the page's address. */
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

/** Whether subjects of this kind have a name. */
export function isNamed(kind: SubjectKind): kind is 'user' | 'group' | 'key' {
  return kind === 'user' || kind === 'group' || kind === 'key';
}

/** An error in a value, as a text key of the page. */
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
/** All other S3 actions apply to one bucket. */
const OF_ALL_BUCKETS: ReadonlySet<string> = new Set([
  's3:ListAllMyBuckets',
  's3:ListenNotification',
]);

/**
 * Returns the errors in the values, by field. Policies say nothing about unknown actions, missing
 * buckets or invalid addresses, so a verdict on them would be meaningless.
 * @param ofAll whether the question covers all users and buckets
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

/** Returns the request context given by the values, by condition key; empty values are unknown. */
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

/** Tags apply both to the object and to the request. */
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

/**
 * Returns the object key of a question. Listing is an action on the bucket; its prefix is a
 * condition.
 */
export function keyOf({ action, key }: ExplorerValues): string | undefined {
  const ofBucket = action === 's3:ListBucket' || action === 's3:ListBucketVersions';
  return ofBucket || key === '' ? undefined : key;
}
