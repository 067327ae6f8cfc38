import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ObjectWriter } from './ports.ts';
import { type NewObject, storeObject } from './store-object.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Content of this size that is never entirely in memory: the same piece repeated. */
function* zeros(size: number) {
  const piece = Buffer.alloc(32 * MIB);
  for (let left = size; left > 0; left -= piece.length) yield piece.subarray(0, left);
}

/** A storage server that counts the bytes it receives. */
function countingStorage() {
  const calls: string[] = [];
  const count = async (body: Readable | Uint8Array) => {
    let bytes = 0;
    for await (const chunk of Readable.from(body)) bytes += chunk.length;
    return bytes;
  };
  const s3: ObjectWriter = {
    async putObject({ size, body }) {
      expect(await count(body)).toBe(size);
      calls.push(`put ${size}`);
      return { etag: 'e' };
    },
    async createMultipartUpload() {
      calls.push('begin');
      return 'upload';
    },
    async uploadPart({ partNumber, size, body }) {
      expect(await count(body)).toBe(size);
      calls.push(`part ${partNumber}: ${size / MIB} MiB`);
      return { partNumber, etag: `e${partNumber}` };
    },
    async completeMultipartUpload({ parts }) {
      calls.push(`complete ${parts.map(({ etag }) => etag).length}`);
      return { etag: 'e' };
    },
    async abortMultipartUpload() {
      calls.push('abort');
    },
  };
  const store = (size: number | undefined, content: Readable, rest: Partial<NewObject> = {}) =>
    storeObject(s3, {
      bucket: 'b',
      key: 'k',
      contentType: 'text/plain',
      size,
      content,
      signal: new AbortController().signal,
      onLeftover: (error) => calls.push(String(error)),
      ...rest,
    });
  return { calls, store, s3 };
}

describe('storeObject', () => {
  it.each([0, 1, 5 * MIB])('sends %i bytes in one call', async (size) => {
    const { calls, store } = countingStorage();
    await store(size, Readable.from(zeros(size)));
    expect(calls).toEqual([`put ${size}`]);
  });

  it('sends more than 5 GiB in parts that stream', async () => {
    const { calls, store } = countingStorage();
    await store(5 * GIB + MIB, Readable.from(zeros(5 * GIB + MIB)));
    expect(calls).toHaveLength(83);
    expect(calls.slice(0, 2)).toEqual(['begin', 'part 1: 64 MiB']);
    expect(calls.slice(-2)).toEqual(['part 81: 1 MiB', 'complete 81']);
  });

  it('clears the parts away when the content is shorter than it was said to be', async () => {
    const { calls, store } = countingStorage();
    await expect(store(6 * GIB, Readable.from(zeros(100 * MIB)))).rejects.toMatchObject({
      code: 'UploadIncomplete',
    });
    expect(calls).toEqual(['begin', 'part 1: 64 MiB', 'abort']);
  });

  it('reports parts that it could not clear away, and the first failure all the same', async () => {
    const { calls, store, s3 } = countingStorage();
    s3.abortMultipartUpload = async () => {
      throw new Error('cannot be cleared');
    };
    await expect(store(6 * GIB, Readable.from(zeros(MIB)))).rejects.toMatchObject({
      code: 'UploadIncomplete',
    });
    expect(calls.at(-1)).toBe('Error: cannot be cleared');
  });

  it('holds content of unknown size until it is known to be small', async () => {
    const { calls, store } = countingStorage();
    await store(undefined, Readable.from(zeros(3 * MIB)));
    expect(calls).toEqual([`put ${3 * MIB}`]);
  });

  it('sends larger content of unknown size in parts', async () => {
    const { calls, store } = countingStorage();
    await store(undefined, Readable.from(zeros(33 * MIB)));
    expect(calls).toEqual([
      'begin',
      'part 1: 16 MiB',
      'part 2: 16 MiB',
      'part 3: 1 MiB',
      'complete 3',
    ]);
  });

  it('refuses what no object can hold', async () => {
    const { calls, store } = countingStorage();
    await expect(store(5 * 1024 * GIB + 1, Readable.from([]))).rejects.toMatchObject({
      code: 'PayloadTooLarge',
    });
    expect(calls).toEqual([]);
  });
});
