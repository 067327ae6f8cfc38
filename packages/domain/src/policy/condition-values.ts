import type { IpNetwork } from '../ip-address.ts';
import { parseIpNetwork } from '../ip-address.ts';
import { PolicyError } from './document.ts';

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
const COPY_SOURCE = /^\/?[A-Za-z0-9][A-Za-z0-9._:-]{1,61}[A-Za-z0-9]\/.+/s;
const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

/** Returns the value for an operator that does not accept lists. */
export function singleValue(values: readonly string[], field: string): string {
  const [value] = values;
  if (values.length !== 1 || value === undefined) {
    throw new PolicyError('invalid-value', field, 'Only one value is allowed.');
  }
  return value;
}

/** Parses a whole number; undefined if it is not one. */
export function readInteger(text: string): number | undefined {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses an RFC 3339 time to milliseconds since the epoch; undefined if it is not one. */
export function readTime(text: string): number | undefined {
  const value = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
}

/** Parses a boolean in any of the usual spellings; undefined if it is not one. */
export function readBoolean(text: string): boolean | undefined {
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : undefined;
}

/** Decodes base64 to a text with one character per byte; undefined if it is not base64. */
export function readBase64(text: string): string | undefined {
  const valid = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  return valid ? atob(text) : undefined;
}

/** Parses the networks of an address condition. */
export function readNetworks(values: readonly string[], field: string): readonly IpNetwork[] {
  return values.map((value) =>
    required(parseIpNetwork(value), field, value, 'an IP address range'),
  );
}

/** Throws the error for a value that cannot be parsed. */
export function required<T>(value: T | undefined, field: string, text: string, kind: string): T {
  if (value === undefined) {
    throw new PolicyError('invalid-value', field, `'${text}' is not ${kind}.`);
  }
  return value;
}

const FIXED_VALUES: Readonly<Record<string, readonly string[]>> = {
  's3:x-amz-server-side-encryption': ['AES256', 'aws:kms'],
  's3:x-amz-server-side-encryption-customer-algorithm': ['AES256'],
  's3:x-amz-metadata-directive': ['COPY', 'REPLACE'],
};

/** Rejects values that the key can never have. */
export function checkStringValues(key: string, values: readonly string[], field: string): void {
  const known = FIXED_VALUES[key];
  for (const value of values) {
    if (known !== undefined && !known.includes(value)) {
      throw new PolicyError('invalid-value', field, `'${value}' is no value of ${key}.`);
    }
    if (key === 's3:x-amz-content-sha256' && value === '') {
      throw new PolicyError('invalid-value', field, 'The value must not be empty.');
    }
  }
}

/** Rejects a copy source that does not name an object. */
export function checkCopySources(key: string, values: readonly string[], field: string): void {
  if (key !== 's3:x-amz-copy-source') return;
  for (const value of values) {
    if (!COPY_SOURCE.test(value)) {
      throw new PolicyError('invalid-value', field, `'${value}' names no bucket and object.`);
    }
  }
}

const SPELLINGS: Readonly<Record<string, RegExp>> = {
  's3:x-amz-copy-source': /^\//,
  's3:x-amz-server-side-encryption-aws-kms-key-id': /^arn:aws:kms:/,
};

/**
 * Normalises a value that policies may write in more than one way to the form that requests use.
 */
export function plainValue(key: string, value: string): string {
  const beginning = SPELLINGS[key];
  return beginning === undefined ? value : value.replace(beginning, '');
}
