import { S3Error } from '@stowage/storage-wire/s3-error';
import type { FormFields } from './form-fields.ts';

interface Condition {
  readonly operator: 'eq' | 'starts-with';
  /** In lower case, without the dollar sign. */
  readonly field: string;
  readonly value: string;
}

/** What the signer of a form permits. */
export interface PostPolicy {
  /** Milliseconds since the epoch. */
  readonly expiration: number;
  readonly conditions: readonly Condition[];
  /** Size limits of the file in bytes. */
  readonly length?: { readonly min: number; readonly max: number };
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;
const LENGTH_RANGE = 'content-length-range';
/** Fields that need no condition: those that hold the policy or its signature. */
const FREE_FIELDS = new Set([
  'policy',
  'x-amz-signature',
  'signature',
  'awsaccesskeyid',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-server-side-encryption-customer-key',
  'x-amz-server-side-encryption-customer-key-md5',
]);

/**
 * Parses a policy document.
 *
 * @param encoded in Base64, as it was signed
 * @throws S3Error InvalidPolicyDocument
 */
export function parsePostPolicy(encoded: string): PostPolicy {
  const document = parseJson(encoded);
  const { expiration, conditions } = document;
  if (typeof expiration !== 'string' || !ISO_DATE.test(expiration)) {
    throw invalid("'expiration' must be a date in ISO 8601 format.");
  }
  const moment = Date.parse(expiration);
  if (Number.isNaN(moment)) {
    throw invalid("'expiration' is no date.");
  }
  if (!Array.isArray(conditions)) {
    throw invalid("'conditions' must be a list.");
  }
  const isRange = (condition: unknown) =>
    Array.isArray(condition) && String(condition[0]).toLowerCase() === LENGTH_RANGE;
  const [range] = conditions.filter(isRange);
  return {
    expiration: moment,
    conditions: conditions.filter((condition) => !isRange(condition)).flatMap(parseCondition),
    ...(range === undefined ? {} : { length: parseRange(range) }),
  };
}

/**
 * Checks a form against its policy.
 *
 * @param now milliseconds since the epoch
 * @throws S3Error AccessDenied
 */
export function checkPostPolicy(policy: PostPolicy, fields: FormFields, now: number): void {
  if (policy.expiration <= now) {
    throw denied('Policy expired.');
  }
  const covered = new Set<string>();
  for (const { operator, field, value } of policy.conditions) {
    const given = fields.get(field) ?? '';
    if (operator === 'eq' ? given !== value : !given.startsWith(value)) {
      throw denied(`Policy Condition failed: [${operator}, $${field}, ${value}]`);
    }
    covered.add(field);
  }
  const extra = [...fields.keys()].filter(
    (name) => !covered.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0) {
    throw denied(`Extra input fields: ${extra.join(', ')}`);
  }
}

function parseJson(encoded: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) {
      return document as Record<string, unknown>;
    }
  } catch {
    throw invalid('it is not JSON.');
  }
  throw invalid('it is not a JSON object.');
}

function parseCondition(condition: unknown): Condition[] {
  if (Array.isArray(condition)) {
    return [parseTriple(condition)];
  }
  if (typeof condition !== 'object' || condition === null) {
    throw invalid('a condition is neither a list nor an object.');
  }
  const pairs = Object.entries(condition);
  if (pairs.length === 0) {
    throw invalid('a condition is empty.');
  }
  return pairs.map(([field, value]) => {
    if (typeof value !== 'string') {
      throw invalid(`the value for '${field}' is not text.`);
    }
    return { operator: 'eq', field: field.toLowerCase(), value };
  });
}

function parseTriple(condition: readonly unknown[]): Condition {
  const [name, field, value] = condition;
  const operator = String(name).toLowerCase();
  if (
    condition.length !== 3 ||
    (operator !== 'eq' && operator !== 'starts-with') ||
    typeof field !== 'string' ||
    !field.startsWith('$') ||
    typeof value !== 'string'
  ) {
    throw invalid('a condition has not the form [operator, $field, value].');
  }
  return { operator, field: field.slice(1).toLowerCase(), value };
}

function parseRange(condition: readonly unknown[]): NonNullable<PostPolicy['length']> {
  const [, min, max] = condition.map(Number);
  if (
    condition.length !== 3 ||
    min === undefined ||
    max === undefined ||
    !Number.isSafeInteger(min) ||
    !Number.isSafeInteger(max) ||
    min < 0 ||
    max < min
  ) {
    throw invalid(`${LENGTH_RANGE} takes two lengths.`);
  }
  return { min, max };
}

function invalid(detail: string): S3Error {
  return new S3Error('InvalidPolicyDocument', `Invalid Policy: ${detail}`);
}

function denied(detail: string): S3Error {
  return new S3Error('AccessDenied', `Invalid according to Policy: ${detail}`);
}
