/** Signs the benchmark's requests; the payload hash is computed once per buffer. */
import { createHash } from 'node:crypto';
import {
  amzTimestamp,
  canonicalQuery,
  deriveSigningKey,
  EMPTY_SHA256,
  formatScope,
  requestSignature,
  SIGV4_ALGORITHM,
} from '@stowage/storage-wire/sigv4';

interface Identity {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Returns the headers of a request to `path` (encoded) with its body. */
export type Signer = (
  method: string,
  path: string,
  query: string,
  body?: Buffer | 'UNSIGNED-PAYLOAD',
) => Record<string, string>;

export function createSigner({ endpoint, accessKey, secretKey }: Identity): Signer {
  const { host } = new URL(endpoint);
  const hashes = new WeakMap<Buffer, string>();
  const hashOf = (body: Buffer | 'UNSIGNED-PAYLOAD' | undefined): string => {
    if (body === undefined) return EMPTY_SHA256;
    if (typeof body === 'string') return body;
    const known = hashes.get(body) ?? createHash('sha256').update(body).digest('hex');
    hashes.set(body, known);
    return known;
  };
  return (method, path, query, body) => {
    const timestamp = amzTimestamp(new Date());
    const scope = { date: timestamp.slice(0, 8), region: 'us-east-1', service: 's3' };
    const payloadHash = hashOf(body);
    const signature = requestSignature(
      {
        method,
        rawPath: path,
        query: canonicalQuery(query),
        headers: [
          ['host', [host]],
          ['x-amz-content-sha256', [payloadHash]],
          ['x-amz-date', [timestamp]],
        ],
        payloadHash,
        timestamp,
        scope,
      },
      deriveSigningKey(secretKey, scope),
    );
    return {
      host,
      'x-amz-date': timestamp,
      'x-amz-content-sha256': payloadHash,
      authorization: `${SIGV4_ALGORITHM} Credential=${accessKey}/${formatScope(scope)}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    };
  };
}
