import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Answer,
  type Call,
  startTestStorage,
  type TestStorage,
} from '../../../testing/test-storage.ts';

export const S3 = { 'x-amz-server-side-encryption': 'AES256' };
export const KMS = {
  'x-amz-server-side-encryption': 'aws:kms',
  'x-amz-server-side-encryption-aws-kms-key-id': 'second',
};

/** Starts a store with two named keys, 'first' and 'second', and a bucket 'box'. */
export async function startEncryptingStorage(): Promise<TestStorage> {
  const storage = await startTestStorage();
  const keys = ['first', 'second'].map((name) => `${name}:${randomBytes(32).toString('base64')}\n`);
  await writeFile(join(storage.folder, 'storage', 'kms.keys'), keys.join(''), { mode: 0o600 });
  await storage.restart();
  await storage.call({ method: 'PUT', path: '/box' });
  return storage;
}

/** Sends a request whose path has no leading slash. */
export type Send = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: string | Uint8Array,
) => Promise<Answer>;

export function sender(storage: () => TestStorage): Send {
  return (method, path, headers = {}, body = undefined) => {
    const call: Call = { method, path: `/${path}`, headers };
    return storage().call(body === undefined ? call : { ...call, body });
  };
}

export function customerKey(key: Uint8Array, prefix = 'x-amz-'): Record<string, string> {
  const name = `${prefix}server-side-encryption-customer-`;
  return {
    [`${name}algorithm`]: 'AES256',
    [`${name}key`]: Buffer.from(key).toString('base64'),
    [`${name}key-md5`]: createHash('md5').update(key).digest('base64'),
  };
}

export const KEY = randomBytes(32);
export const C = customerKey(KEY);
export const COPY_C = customerKey(KEY, 'x-amz-copy-source-');

export const MODES: [name: string, write: Record<string, string>, read: Record<string, string>][] =
  [
    ['SSE-S3', S3, {}],
    ['SSE-KMS', KMS, {}],
    ['SSE-C', C, C],
  ];

export function encryptionOf({ headers }: Answer): Record<string, unknown> {
  const names = Object.keys(headers).filter((name) => name.includes('encryption'));
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}

export function expectedHeaders(mode: string): Record<string, string> {
  if (mode === 'SSE-C') {
    const { 'x-amz-server-side-encryption-customer-key': _, ...shown } = C;
    return shown;
  }
  return mode === 'SSE-S3' ? S3 : KMS;
}
