import { createHash, createHmac } from 'node:crypto';
import type { ChunkSigning } from '@stowage/storage-wire/sigv4';
import { formatScope, signForChunks } from '@stowage/storage-wire/sigv4';
import type { Target } from '../../targets/target.ts';
import type { RawRequest, RawResponse } from './raw-request.ts';
import { requestTarget, send, sha256 } from './raw-request.ts';

export interface ChunkedUpload {
  readonly bucket: string;
  readonly key: string;
  readonly query?: RawRequest['query'];
  /** One of the STREAMING values. */
  readonly payloadHash: string;
  readonly chunks: readonly Uint8Array[];
  /** A header that follows the chunks. */
  readonly trailer?: readonly [name: string, value: string];
  /** Changes a byte after signing its chunk. */
  readonly corrupt?: boolean;
  /** Overrides the declared length of the content. */
  readonly decodedLength?: number;
}

/**
 * Uploads in the aws-chunked encoding. Implemented from the protocol's specification, so that the
 * store's own encoder is not used to test itself.
 */
export async function chunked(target: Target, upload: ChunkedUpload): Promise<RawResponse> {
  const length = upload.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const request = {
    method: 'PUT',
    bucket: upload.bucket,
    key: upload.key,
    ...(upload.query === undefined ? {} : { query: upload.query }),
    payloadHash: upload.payloadHash,
  };
  const { headers, chunks } = signForChunks({
    method: 'PUT',
    url: `${target.endpoint}${requestTarget(request)}`,
    headers: {
      'content-encoding': 'aws-chunked',
      'x-amz-decoded-content-length': String(upload.decodedLength ?? length),
      ...(upload.trailer === undefined ? {} : { 'x-amz-trailer': upload.trailer[0] }),
    },
    payloadHash: upload.payloadHash,
    credentials: target,
    region: target.region,
    service: 's3',
  });
  const signed = upload.payloadHash.startsWith('STREAMING-AWS4');
  const body = encode(upload, signed ? chunks : undefined);
  return send(target, { ...request, anonymous: true, headers, body });
}

function encode(upload: ChunkedUpload, signing: ChunkSigning | undefined): Buffer {
  const out: Buffer[] = [];
  let previous = signing?.seedSignature ?? '';
  for (const chunk of [...upload.chunks, Buffer.alloc(0)]) {
    let line = chunk.length.toString(16);
    if (signing !== undefined) {
      previous = sign(signing, 'PAYLOAD', previous, [sha256(''), sha256(chunk)]);
      line += `;chunk-signature=${previous}`;
    }
    out.push(Buffer.from(`${line}\r\n`));
    if (chunk.length > 0) out.push(Buffer.from(chunk), Buffer.from('\r\n'));
  }
  const first = out[1];
  if (upload.corrupt === true && first !== undefined) first[0] = (first[0] ?? 0) ^ 1;
  if (upload.trailer !== undefined) out.push(encodeTrailer(upload.trailer, signing, previous));
  out.push(Buffer.from('\r\n'));
  return Buffer.concat(out);
}

function encodeTrailer(
  [name, value]: readonly [string, string],
  signing: ChunkSigning | undefined,
  previous: string,
): Buffer {
  let text = `${name}:${value}\r\n`;
  if (signing !== undefined) {
    const digest = createHash('sha256').update(`${name}:${value}\n`).digest('hex');
    text += `x-amz-trailer-signature:${sign(signing, 'TRAILER', previous, [digest])}\r\n`;
  }
  return Buffer.from(text);
}

function sign(
  signing: ChunkSigning,
  kind: 'PAYLOAD' | 'TRAILER',
  previous: string,
  digests: readonly string[],
): string {
  const lines = [
    `AWS4-HMAC-SHA256-${kind}`,
    signing.timestamp,
    formatScope(signing.scope),
    previous,
    ...digests,
  ];
  return createHmac('sha256', signing.signingKey).update(lines.join('\n')).digest('hex');
}
