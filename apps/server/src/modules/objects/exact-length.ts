import { Transform } from 'node:stream';
import { ConsoleError } from '../../console-error.ts';

/**
 * Passes bytes through and checks that there are exactly `size` of them. The last bytes are passed
 * on only once the source has ended, so that an excess is detected before the storage has a
 * complete object. Otherwise fails with the ConsoleError UploadIncomplete.
 */
export function exactLength(size: number): Transform {
  let seen = 0;
  let held: Uint8Array | undefined;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      seen += chunk.length;
      if (seen > size) return done(wrongLength(size));
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      if (seen !== size) return done(wrongLength(size));
      done(null, held);
    },
  });
}

function wrongLength(size: number): ConsoleError {
  return new ConsoleError('UploadIncomplete', {
    detail: `The form announces a file of ${size} bytes and holds another length.`,
  });
}
