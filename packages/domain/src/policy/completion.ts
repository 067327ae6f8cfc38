import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '../actions.ts';
import { conditionKeysOf } from './condition-keys.ts';
import { OPERATOR_NAMES } from './conditions.ts';
import { type JsonText, jsonTexts } from './json-texts.ts';

/** Completions at a position of a policy's text. */
export interface PolicyCompletion {
  /** Offsets of the replaced text: the text between quotes, or nothing. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
  /** Whether the options have to be quoted. */
  readonly unquoted: boolean;
}

export interface CompletionFacts {
  /** Bucket names, for resources. */
  readonly buckets: readonly string[];
  /** The bucket that the policy belongs to; absent for policies of users, groups or keys. */
  readonly bucket?: string | undefined;
}

/** Longer lists are of no use to readers. */
const MAX_OPTIONS = 300;

const FIELDS = ['Version', 'Statement', 'ID'];
const STATEMENT_FIELDS = [
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
];
const BUCKET_STATEMENT_FIELDS = [...STATEMENT_FIELDS, 'Principal'];
const BUCKET_ACTIONS = ['s3:*', 's3:Get*', 's3:List*', 's3:Put*', 's3:Delete*', ...S3_ACTIONS];
const ACTIONS = [
  ...['s3:*', 's3:Get*', 's3:List*', 's3:Put*', 's3:Delete*', 'admin:*', 'kms:*'],
  ...S3_ACTIONS,
  ...ADMIN_ACTIONS,
  ...KMS_ACTIONS,
  ...STS_ACTIONS,
];
const EVERYWHERE = 'arn:aws:s3:::*';
const ARN = 'arn:aws:s3:::';

/** Condition keys with a fixed set of values. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'aws:securetransport': ['true', 'false'],
  'aws:principaltype': ['Account', 'User', 'AssumedRole', 'Anonymous'],
  's3:authtype': ['REST-HEADER', 'REST-QUERY-STRING', 'POST'],
  's3:signatureversion': ['AWS4-HMAC-SHA256', 'AWS'],
  's3:object-lock-mode': ['GOVERNANCE', 'COMPLIANCE'],
  's3:object-lock-legal-hold': ['ON', 'OFF'],
  's3:x-amz-metadata-directive': ['COPY', 'REPLACE'],
  's3:x-amz-server-side-encryption': ['AES256', 'aws:kms'],
  's3:delimiter': ['/'],
};

/** Returns completions at an offset of a policy's text; undefined if there are none. */
export function completePolicy(
  document: string,
  offset: number,
  facts: CompletionFacts,
): PolicyCompletion | undefined {
  const { texts, gap } = jsonTexts(document, offset);
  const inside = texts.find(({ from, to }) => from <= offset && offset <= to);
  const place = inside ?? { ...gap, from: offset, to: offset, text: '' };
  const written = document.slice(place.from, offset);
  const options = optionsAt(place, texts, { ...facts, written });
  if (options.length === 0) return undefined;
  return { from: place.from, to: place.to, options, unquoted: inside === undefined };
}

interface Facts extends CompletionFacts {
  /** The text before the cursor. */
  readonly written: string;
}

function optionsAt(
  { path, role }: Pick<JsonText, 'path' | 'role'>,
  texts: readonly JsonText[],
  { buckets, bucket, written }: Facts,
): readonly string[] {
  const [, statement = '', field = ''] = /^statement(\[\d+\])?(?:\.(.*))?$/i.exec(path) ?? [];
  if (role === 'name') {
    if (path === '') return FIELDS;
    if (field === '' && /^statement/i.test(path)) {
      return bucket === undefined ? STATEMENT_FIELDS : BUCKET_STATEMENT_FIELDS;
    }
    if (/^principal$/i.test(field)) return ['AWS'];
    if (/^condition$/i.test(field)) return OPERATOR_NAMES;
    if (/^condition\.[^.]+$/i.test(field)) return conditionKeysOf(actionsOf(texts, statement));
    return [];
  }
  if (/^version$/i.test(path)) return ['2012-10-17'];
  if (/^effect$/i.test(field)) return ['Allow', 'Deny'];
  if (/^(?:not)?action(?:\[\d+\])?$/i.test(field)) {
    return bucket === undefined ? ACTIONS : BUCKET_ACTIONS;
  }
  if (/^principal(?:\.aws(?:\[\d+\])?)?$/i.test(field)) return ['*'];
  if (/^(?:not)?resource(?:\[\d+\])?$/i.test(field)) {
    return bucket === undefined ? resourcesFor(written, buckets) : resourcesIn(bucket);
  }
  const key = /^condition\.[^.]+\.([^[]+)/i.exec(field)?.[1];
  return key === undefined ? [] : (VALUES[key.toLowerCase()] ?? []);
}

function actionsOf(texts: readonly JsonText[], statement: string): readonly string[] {
  const within = `statement${statement}.action`;
  return texts
    .filter(({ path, role }) => role === 'value' && path.toLowerCase().startsWith(within))
    .map(({ text }) => text);
}

/** A bucket policy concerns only its own bucket. */
function resourcesIn(bucket: string): readonly string[] {
  return [`${ARN}${bucket}`, `${ARN}${bucket}/*`];
}

/**
 * Returns the buckets that start with or contain the typed text, each as the bucket itself and with
 * all its objects.
 */
function resourcesFor(written: string, buckets: readonly string[]): readonly string[] {
  const wanted = ARN.startsWith(written) ? '' : written.replace(ARN, '');
  const matching = buckets.filter((bucket) => bucket.includes(wanted.split('/')[0] ?? ''));
  const resources = matching
    .slice(0, MAX_OPTIONS / 2)
    .flatMap((bucket) => [`${ARN}${bucket}`, `${ARN}${bucket}/*`]);
  return [EVERYWHERE, ...resources];
}
