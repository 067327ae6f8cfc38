import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Query } from '../http/target.ts';

const OVERRIDES: readonly (readonly [parameter: string, header: string])[] = [
  ['response-cache-control', 'Cache-Control'],
  ['response-content-disposition', 'Content-Disposition'],
  ['response-content-encoding', 'Content-Encoding'],
  ['response-content-language', 'Content-Language'],
  ['response-content-type', 'Content-Type'],
  ['response-expires', 'Expires'],
];

export function hasOverrides(query: Query): boolean {
  return query.size > 0 && OVERRIDES.some(([parameter]) => query.has(parameter));
}

/**
 * Overrides response headers as requested in a signed request.
 *
 * @throws S3Error InvalidRequest for anonymous users, InvalidArgument for control characters
 */
export function applyOverrides(request: ApiRequest, headers: readonly string[]): string[] {
  if (request.caller.kind === 'anonymous') {
    throw new S3Error(
      'InvalidRequest',
      'Request specific response headers cannot be used for anonymous GET requests.',
    );
  }
  const replaced = new Map<string, string>();
  for (const [parameter, header] of OVERRIDES) {
    const value = request.query.get(parameter);
    if (value !== undefined) {
      replaced.set(header, headerText(value));
    }
  }
  const result: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!replaced.has(name)) {
      result.push(name, headers[at + 1] ?? '');
    }
  }
  for (const [name, value] of replaced) {
    result.push(name, value);
  }
  return result;
}

/** As in HTTP headers: one character per UTF-8 byte. */
function headerText(value: string): string {
  const text = Buffer.from(value, 'utf8').toString('latin1');
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code < 32 && code !== 9) || code === 127) {
      throw new S3Error('InvalidArgument', 'A response header must not hold control characters.');
    }
  }
  return text;
}
