import { finished, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { ConsoleError } from '../../console-error.ts';

interface ExpectedPart {
  /** Size in bytes. */
  readonly size: number;
  /** In base64; undefined if the storage server is known to check it. */
  readonly crc32: string | undefined;
}

/**
 * The content of a part as it is sent to the storage server. The last bytes are sent only after all
 * have arrived and match the announced CRC32, so the server never has a complete part that is
 * wrong; otherwise the stream fails with the ConsoleError UploadIncomplete or ChecksumMismatch.
 *
 * @param source is not destroyed with the result
 */
export function partBody(source: Readable, expected: ExpectedPart): Readable {
  const checked = source.pipe(checkedBytes(expected));
  finished(source, { writable: false }, (cause) => {
    if (cause) checked.destroy(new ConsoleError('UploadIncomplete', { cause }));
  });
  return checked;
}

function checkedBytes({ size, crc32: expected }: ExpectedPart): Transform {
  let seen = 0;
  let sum = 0;
  let held: Uint8Array | undefined;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      seen += chunk.length;
      if (expected !== undefined) sum = crc32(chunk, sum);
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      if (seen !== size) return done(new ConsoleError('UploadIncomplete'));
      if (expected !== undefined && inBase64(sum) !== expected) {
        return done(new ConsoleError('ChecksumMismatch'));
      }
      done(null, held);
    },
  });
}

function inBase64(sum: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes.toString('base64');
}
