import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../engine/types.ts';
import {
  errorOfConnection,
  type OpenAnswer,
  RemoteError,
} from '../replication/remote-connection.ts';

/** Timeout in milliseconds of a call without content. */
export const WITHIN_MS = 30_000;
/** Connections for reading, so that slow readers do not block moves. */
export const READERS = 64;

/**
 * Streams a server's response, or a range of it.
 *
 * @param open sends the request with these additional headers
 */
export function readRemote(
  range: ByteRange | undefined,
  open: (headers: Record<string, string>) => Promise<OpenAnswer>,
): Readable {
  return Readable.from(pieces(range, open), { objectMode: false });
}

async function* pieces(
  range: ByteRange | undefined,
  open: (headers: Record<string, string>) => Promise<OpenAnswer>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const { status, body } = await open(
      range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` },
    );
    if (range !== undefined && status !== 206) {
      body.destroy();
      throw new RemoteError('InvalidResponse', 0, 'The server does not give ranges.');
    }
    yield* body;
  } catch (error) {
    throw errorOfConnection(error);
  }
}

/** Returns the stream and the MD5 of its bytes; excludes `before` and `after`, which frame it. */
export function digested(
  content: Readable,
  frame: { readonly before?: Uint8Array; readonly after?: Uint8Array } = {},
): { source: Readable; md5: () => Buffer } {
  const hash = createHash('md5');
  async function* hashed(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* frame.before === undefined ? [] : [frame.before];
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
    yield* frame.after === undefined ? [] : [frame.after];
  }
  const source = Readable.from(hashed(), { objectMode: false });
  // Applies even if reading never started.
  source.once('close', () => content.destroy());
  return { source, md5: () => hash.digest() };
}

/**
 * Compares digests.
 *
 * @throws RemoteError if the server reports having stored something else
 */
export function needSameDigest(told: string | undefined, sent: string): void {
  if (told !== undefined && told !== sent) {
    throw new RemoteError('BadDigest', 0, 'The server stored other bytes than were sent to it.');
  }
}

/** Runs a removal and ignores that the object is already gone. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.status !== 404) {
      throw error;
    }
  }
}
