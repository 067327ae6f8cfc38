import { objectPath } from '@stowage/storage-wire/uri';
import { subresourceUnknown } from '../answer-error.ts';
import type { Transport } from '../transport.ts';
import type { BucketCall } from './types.ts';
import { xmlBody } from './xml-body.ts';

/** Access to the documents of a bucket's subresources, such as `?versioning`. */
export interface Subresources {
  /** @throws StorageRequestError NotImplemented if the server lists the bucket instead */
  get(call: BucketCall, name: string): Promise<Buffer>;
  /** Sends a document with Content-MD5, as S3 requires for XML. */
  put(call: BucketCall, name: string, document: string): Promise<void>;
  remove(call: BucketCall, name: string): Promise<void>;
}

export function subresources(transport: Transport): Subresources {
  const target = ({ bucket, signal }: BucketCall, name: string) => ({
    path: objectPath(bucket),
    query: { [name]: '' },
    signal,
  });
  return {
    async get(call, name) {
      const { bytes } = await transport.sendForBytes({ method: 'GET', ...target(call, name) });
      if (isListing(bytes)) throw subresourceUnknown(name);
      return bytes;
    },
    async put(call, name, document) {
      const body = xmlBody(document);
      await transport.sendForHeaders({ method: 'PUT', ...target(call, name), ...body });
    },
    async remove(call, name) {
      await transport.sendForHeaders({ method: 'DELETE', ...target(call, name) });
    },
  };
}

/** Servers that ignore an unknown subresource send a listing (Ceph 16 with `?encryption`). */
function isListing(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 200).toString('latin1');
  return /^\s*(?:<\?xml[^>]*>)?\s*<ListBucketResult[\s>]/.test(start);
}
