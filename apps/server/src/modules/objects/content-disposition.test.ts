import { describe, expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

describe('contentDisposition', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['a b.txt', `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ['über.txt', `attachment; filename="_ber.txt"; filename*=UTF-8''%C3%BCber.txt`],
    [`"quoted'.txt`, `attachment; filename="_quoted'.txt"; filename*=UTF-8''%22quoted%27.txt`],
    ['50%.txt', `attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`],
    ['a\\b', `attachment; filename="a_b"; filename*=UTF-8''a%5Cb`],
    ['(1)*.txt', `attachment; filename="(1)*.txt"; filename*=UTF-8''%281%29%2A.txt`],
  ])('names %j', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it.each(['a\r\nSet-Cookie: x=y', 'a\nb', 'a\0b', 'a\u2028b', 'half \ud800 a pair'])(
    'lets nothing out of the header: %j',
    (name) => {
      expect(contentDisposition('inline', name)).toMatch(/^[\x20-\x7e]+$/);
    },
  );
});
