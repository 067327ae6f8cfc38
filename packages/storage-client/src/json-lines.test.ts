import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readJsonLines } from './json-lines.ts';

async function read(pieces: Iterable<string>, longest?: number): Promise<unknown[]> {
  const body = Readable.from(Array.from(pieces, (piece) => Buffer.from(piece)));
  const documents: unknown[] = [];
  for await (const document of readJsonLines({ status: 200, headers: {}, body }, {}, longest)) {
    documents.push(document.all());
  }
  return documents;
}

it('reads one document a line, wherever the pieces end, and passes over signs of life', async () => {
  const pieces = ['{"a":', '1}\n\n', ' \n{"a":2}\n{"a"', ':3}'];
  expect(await read(pieces)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
});

it('refuses a line that is too long before it is whole', async () => {
  await expect(read(['{"a":"', 'x'.repeat(60), 'x'.repeat(60)], 100)).rejects.toMatchObject({
    code: 'InvalidResponse',
  });
});

it('looks through each piece of a long line once', async () => {
  const piece = 'x'.repeat(1024);
  const pieces = ['{"a":"', ...Array.from({ length: 16 * 1024 }, () => piece), '"}\n'];
  const [document] = await read(pieces, 32 * 1024 * 1024);
  expect((document as { a: string }).a).toHaveLength(16 * 1024 * 1024);
});
