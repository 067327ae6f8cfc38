import { describe, expect, it } from 'vitest';
import { readSignedLink } from './signed-link.ts';

const link = (origin: string, query = 'X-Amz-Date=20261122T114000Z&X-Amz-Expires=3600') =>
  `${origin}/b/a%20b.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&${query}`;

describe('a signed link', () => {
  it('says when it ends and where it leads', () => {
    expect(readSignedLink(link('https://files.example.net'))).toEqual({
      origin: 'https://files.example.net',
      endsAt: Date.UTC(2026, 10, 22, 12, 40),
      length: 3_600_000,
      isLocal: false,
    });
  });

  it.each([
    ['http://127.0.0.1:9000', true],
    ['http://localhost:9000', true],
    ['http://[::1]:9000', true],
    ['http://127.0.0.1.example.net', false],
    ['http://minio:9000', false],
    ['http://10.1.2.3:9000', false],
  ])('leads from %s to its own machine: %s', (origin, isLocal) => {
    expect(readSignedLink(link(origin))?.isLocal).toBe(isLocal);
  });

  it.each(['', 'no link', 'https://a.example/b', link('https://a.example', 'X-Amz-Expires=60')])(
    'is not %j',
    (url) => {
      expect(readSignedLink(url)).toBeUndefined();
    },
  );
});
