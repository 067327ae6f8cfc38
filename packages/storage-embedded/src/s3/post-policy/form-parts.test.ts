import { describe, expect, it } from 'vitest';
import { boundaryOf, FormParts } from './form-parts.ts';

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

const part = (disposition: string, content: string) =>
  `--B\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

/** Returns the name, file name and content of each part. */
async function read(text: string, size: number): Promise<unknown[]> {
  const parts = new FormParts(pieces(text, size), 'B');
  const all: unknown[] = [];
  for (let next = await parts.next(); next !== undefined; next = await parts.next()) {
    all.push([next.name, next.filename, await parts.text(1000)]);
  }
  return all;
}

describe('FormParts', () => {
  const form = `preamble\r\n${part('name="key"', 'a\r\n--b')}${part('name=plain', '')}${part(
    'name="file"; filename="C:\\\\x \\"y\\".txt"',
    '\r\n--\r\n--C',
  )}--B--\r\nepilogue`;

  it.each([1, 2, 3, 7, 64, 10_000])(
    'reads a form that comes in pieces of %i bytes',
    async (size) => {
      expect(await read(form, size)).toEqual([
        ['key', undefined, 'a\r\n--b'],
        ['plain', undefined, ''],
        ['file', 'C:\\\\x "y".txt', '\r\n--\r\n--C'],
      ]);
    },
  );

  it('goes over what nobody reads', async () => {
    const parts = new FormParts(pieces(form, 5), 'B');
    await parts.next();
    await parts.next();
    expect(await parts.next()).toMatchObject({ name: 'file' });
    expect(await parts.next()).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['no delimiter', 'abc'],
    ['the end within a part', part('name="a"', 'b')],
    ['the end within headers', '--B\r\nContent-Disposition: form-data'],
    ['a part without a name', `${part('filename="a"', 'b')}--B--`],
    ['a part without headers', '--B\r\n\r\nabc\r\n--B--'],
    ['another disposition', '--B\r\nContent-Disposition: attachment; name="a"\r\n\r\n\r\n--B--'],
    [
      'something behind a boundary',
      '--Bx\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n--B--',
    ],
    ['endless headers', `--B\r\nA: ${'x'.repeat(20_000)}`],
  ])('refuses %s', async (_, text) => {
    await expect(read(text, 100)).rejects.toMatchObject({ code: 'MalformedPOSTRequest' });
  });

  it('refuses a field that is too long', async () => {
    const text = `${part('name="a"', 'x'.repeat(1001))}--B--`;
    await expect(read(text, 100)).rejects.toMatchObject({
      code: 'MaxPostPreDataLengthExceededError',
    });
  });
});

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data; charset=x; Boundary="a b:c"', 'a b:c'],
  ])('reads %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `a; boundary=${'x'.repeat(71)}`,
  ])('refuses %.40s', (type) => {
    expect(() => boundaryOf(type)).toThrow(
      expect.objectContaining({ code: 'MalformedPOSTRequest' }),
    );
  });
});
