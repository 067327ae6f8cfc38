import { Readable } from 'node:stream';
import { openFragments } from '@stowage/storage-wire/admin-cipher';
import { responseUnreadable } from '../answer-error.ts';

/** The number of the format, which is followed by the key that seals the rest. */
const FORMAT = 1;
const KEY_BYTES = 32;

/**
 * Decrypts the zip in a response of inspect-data. If the call has no public key, MinIO generates a
 * key and sends it first.
 *
 * @throws StorageRequestError InvalidResponse for another format
 */
export async function openInspection(answer: Readable): Promise<Readable> {
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]();
  let head: Uint8Array = Buffer.alloc(0);
  while (head.length < 1 + KEY_BYTES) {
    const { done, value } = await pieces.next();
    if (done) {
      break;
    }
    head = Buffer.concat([head, value]);
  }
  if (head[0] !== FORMAT || head.length < 1 + KEY_BYTES) {
    answer.destroy();
    throw responseUnreadable(200, 'The format of the inspected data is not known.');
  }
  const key = head.subarray(1, 1 + KEY_BYTES);
  const sealed = following(head.subarray(1 + KEY_BYTES), pieces);
  const opened = Readable.from(openFragments(key, sealed), { objectMode: false });
  // Applies even if reading never started.
  opened.once('close', () => answer.destroy());
  return opened;
}

async function* following(
  first: Uint8Array,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}
