import { Readable } from 'node:stream';
import type { GetObjectAnswer } from '@stowage/storage-client/s3';
import { describe, expect, it } from 'vitest';
import { readContent } from './read-content.ts';

const VERSION = { bucket: 'b', key: 'k' };

function answer(status: 200 | 206, text: string, contentLength = text.length): GetObjectAnswer {
  const headers = { contentLength, etag: 'e', deleteMarker: false, tagCount: 0, metadata: {} };
  return { status, headers, body: Readable.from([Buffer.from(text)]) };
}

/** What is read if the first response breaks off after three of six bytes. */
async function read(rest: GetObjectAnswer): Promise<{ text: string; cut: string | undefined }> {
  let cut: string | undefined;
  const chunks = readContent({ getObject: async () => rest }, VERSION, answer(200, 'abc', 6), {
    signal: new AbortController().signal,
    onCut: (reason) => (cut = reason),
  });
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return { text: Buffer.concat(read).toString(), cut };
}

describe('an object that breaks off while it is read', () => {
  it('is gone on with', async () => {
    expect(await read(answer(206, 'def'))).toEqual({ text: 'abcdef', cut: undefined });
  });

  it.each([
    ['all of it once more', answer(200, 'abcdef')],
    ['more than is left', answer(206, 'defghi')],
    ['less than is left', answer(206, 'd')],
  ])('ends there where the server then sends %s', async (_, rest) => {
    expect(await read(rest)).toEqual({
      text: 'abc',
      cut: 'The rest could not be read: the file has only the first 3 bytes.',
    });
  });
});
