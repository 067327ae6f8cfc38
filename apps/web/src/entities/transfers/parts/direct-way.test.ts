import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PartsServer, serveParts } from '../testing/parts-server.ts';
import { DirectWay } from './direct-way.ts';

const probe = 'https://storage.test/b/k?probe';
const upload = { bucket: 'b', key: 'k', uploadId: 'u' };

let server: PartsServer;
let now = 0;

beforeEach(() => {
  server = serveParts();
  now = 0;
});
afterEach(() => vi.unstubAllGlobals());

function probed(answer: () => Promise<Partial<Response>>) {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  return asked;
}

const part = () => ({
  ...{ number: 1, crc32: 'y/Q5Jg==', bytes: new Blob(['123456789']) },
  ...{ signal: new AbortController().signal, onProgress: () => {} },
});

/** What the console signs, and how the storage responds to a part. */
function storageAnswers(status: number, etag?: string) {
  server.intercept = (request) => {
    if (request.endsWith('sign')) {
      return { status: 200, body: { urls: ['https://storage.test/b/k?partNumber=1'] } };
    }
    return { status, ...(etag !== undefined && { headers: { ETag: etag } }) };
  };
}

describe('the direct way', () => {
  it('takes parts past the console when the storage has answered the probe', async () => {
    const asked = probed(async () => ({ ok: true }));
    storageAnswers(200, '"abc"');
    const way = new DirectWay(() => now);
    await way.prepare('b', probe);
    expect(asked.mock.calls[0]).toMatchObject([probe, { credentials: 'omit' }]);
    expect(await way.send(upload, part())).toBe('abc');
    await way.prepare('b', probe);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('is not asked for where the console offers none', async () => {
    const asked = probed(async () => ({ ok: true }));
    const way = new DirectWay(() => now);
    await way.prepare('b', undefined);
    expect(asked).not.toHaveBeenCalled();
    expect(await way.send(upload, part())).toBeUndefined();
    expect(server.requests).toEqual([]);
  });

  it.each([
    ['nobody answers', async () => Promise.reject(new TypeError('failed to fetch'))],
    ['the answer is a refusal', async () => ({ ok: false })],
  ])('is closed for five minutes when %s', async (_, answer) => {
    const asked = probed(answer);
    const way = new DirectWay(() => now);
    await way.prepare('b', probe);
    expect(await way.send(upload, part())).toBeUndefined();
    now = 299_999;
    await way.prepare('b', probe);
    expect(asked).toHaveBeenCalledOnce();
    now = 300_000;
    await way.prepare('b', probe);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is found out anew for each bucket, and when its rules have changed', async () => {
    const asked = probed(async () => ({ ok: asked.mock.calls.length > 1 }));
    storageAnswers(200, '"abc"');
    const way = new DirectWay(() => now);
    await way.prepare('b', probe);
    await way.prepare('other', probe);
    expect(await way.send({ ...upload, bucket: 'other' }, part())).toBe('abc');
    expect(await way.send(upload, part())).toBeUndefined();
    way.forget('b');
    await way.prepare('b', probe);
    expect(await way.send(upload, part())).toBe('abc');
  });

  it.each([
    ['the storage refuses it', 403, '"abc"'],
    ['no connection is let through', 0, undefined],
    ['its ETag may not be seen', 200, undefined],
  ])('leaves a part to the console when %s', async (_, status, etag) => {
    probed(async () => ({ ok: true }));
    storageAnswers(status, etag);
    const way = new DirectWay(() => now);
    await way.prepare('b', probe);
    expect(await way.send(upload, part())).toBeUndefined();
    server.requests.length = 0;
    expect(await way.send(upload, part())).toBeUndefined();
    expect(server.requests).toEqual([]);
  });
});
