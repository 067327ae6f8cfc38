import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../engine/types.ts';
import {
  errorOfConnection,
  type OpenAnswer,
  RemoteError,
} from '../replication/remote-connection.ts';

/** Milliseconds for a call that moves no content. */
export const WITHIN_MS = 30_000;
/** Connections for reading: clients that read slowly keep nobody from moving contents. */
export const READERS = 64;

/**
 * The bytes that a server answers with, or a range of them.
 *
 * @param open sends the request, with these headers too
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

/** The stream, with the MD5 of what has passed; `before` and `after` frame it and are not counted. */
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
  // Also when nobody began to read.
  source.once('close', () => content.destroy());
  return { source, md5: () => hash.digest() };
}

/** @throws RemoteError when a server says that it stored something else than it was sent */
export function needSameDigest(told: string | undefined, sent: string): void {
  if (told !== undefined && told !== sent) {
    throw new RemoteError('BadDigest', 0, 'The server stored other bytes than were sent to it.');
  }
}

/** Runs a removal; what is not there is removed already. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.status !== 404) {
      throw error;
    }
  }
}
