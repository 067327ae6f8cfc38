import { createHmac } from 'node:crypto';
import { StorageRequestError } from '../errors.ts';
import { type StorageClientOptions, Transport } from '../transport.ts';
import type { Abortable } from './types.ts';

const PAGES = {
  node: '/minio/v2/metrics/node',
  cluster: '/minio/v2/metrics/cluster',
  bucket: '/minio/v2/metrics/bucket',
};
/** Lifetime of the token, which bounds the tolerated clock skew. */
const TOKEN_SECONDS = 900;

/** Metrics, which require admin:Prometheus. */
export interface MetricOperations {
  /**
   * Returns a page of the server's metrics, in Prometheus's text format. Undefined if the server
   * has no such page.
   */
  metricPage(call: { readonly page: keyof typeof PAGES } & Abortable): Promise<string | undefined>;
}

export function metricOperations(options: StorageClientOptions): MetricOperations {
  const transport = new Transport(options);
  return {
    async metricPage({ page, signal }) {
      const { accessKey, secretKey, sessionToken } = options.credentials;
      const authorization = `Bearer ${bearerToken({ accessKey, secretKey }, Date.now())}`;
      const headers = { authorization, 'x-amz-security-token': sessionToken };
      const path = PAGES[page];
      try {
        const call = { method: 'GET', path, headers, unsigned: true, signal } as const;
        return (await transport.sendForBytes(call)).bytes.toString();
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Other servers interpret the path as that of an object. */
function isAbsent(error: unknown): boolean {
  return error instanceof StorageRequestError && (error.status === 404 || error.status === 501);
}

/**
 * Creates the token for MinIO's metrics, signed with the secret of the key that it names.
 *
 * @param now milliseconds since the epoch
 */
function bearerToken(keys: { accessKey: string; secretKey: string }, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now / 1000) + TOKEN_SECONDS;
  const claims = { iss: 'prometheus', sub: keys.accessKey, exp };
  const signed = `${part({ alg: 'HS512', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha512', keys.secretKey).update(signed).digest('base64url')}`;
}
