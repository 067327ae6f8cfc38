import { type ChecksumAlgorithm, createChecksum } from '@stowage/storage-wire/checksum';
import type { IncomingBody } from '../engine/types.ts';

/** Returns a body whose checksum is computed as it streams, to be stored with the object. */
export function withChecksum(body: IncomingBody, algorithm: ChecksumAlgorithm): IncomingBody {
  const checksum = createChecksum(algorithm);
  async function* hashed(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of body.source) {
      checksum.update(piece);
      yield piece;
    }
  }
  return {
    ...body,
    source: hashed(),
    finish: () => ({ algorithm, value: checksum.digest(), type: 'FULL_OBJECT' }),
  };
}
