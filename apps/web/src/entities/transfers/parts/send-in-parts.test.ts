import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage, transferParts } from '#web/testing/transfer-parts.ts';
import { type PartsServer, recordsIn, serveParts } from '../testing/parts-server.ts';
import { uploadSuspended } from '../upload-group.ts';
import { DirectWay } from './direct-way.ts';
import { sendInParts } from './send-in-parts.ts';

// Parts of 16 MiB would only slow the tests down: what matters is their number.
vi.mock('@stowage/domain/upload-parts', async (original) => ({
  ...(await original<typeof import('@stowage/domain/upload-parts')>()),
  partSizeFor: () => 4,
}));

let server: PartsServer;

beforeEach(() => {
  server = serveParts();
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const content = 'aaaabbbbccccdd';
const fileOf = (text = content, lastModified = 1) => new File([text], 'f.bin', { lastModified });

/** A page in a browser whose storage may contain records of an earlier page. */
function openPage(storage = memoryStorage()) {
  const { ledger, slots } = transferParts(storage);
  ledger.open('alice');
  slots.resize(2);
  const send = sendInParts({ ledger, slots, direct: new DirectWay(() => 0) });
  const upload = (file = fileOf()) => {
    const controller = new AbortController();
    const stalls: boolean[] = [];
    const progress: number[] = [];
    const result = send({
      ...{ bucket: 'b', key: 'in/f.bin', file, signal: controller.signal },
      onProgress: (bytes) => progress.push(bytes),
      onStall: (stalled) => stalls.push(stalled),
    });
    return { controller, stalls, progress, result };
  };
  return { storage, ledger, upload };
}

const puts = () => server.requests.filter((request) => request.startsWith('PUT'));
const numbers = (requests: readonly string[]) =>
  requests.map((request) => Number(request.slice(request.lastIndexOf('/') + 1))).sort();
/** Holds back the requests for these parts until the page is gone. */
function breakOff(...parts: readonly number[]) {
  server.intercept = (request) =>
    parts.some((part) => request === `PUT parts/${part}`)
      ? { status: 403, body: { errorCode: 'AccessDenied', message: 'no' } }
      : undefined;
}

describe('a file in parts', () => {
  it('arrives whole, with its progress, and is forgotten then', async () => {
    const { upload, storage } = openPage();
    const { result, progress } = upload();
    expect(await result).toBeUndefined();
    expect(server.objects.get('in/f.bin')).toBe(content);
    expect(numbers(puts())).toEqual([1, 2, 3, 4]);
    expect(progress.at(-1)).toBe(content.length);
    expect(recordsIn(storage)).toEqual([]);
  });

  it('sends only what is missing when the file is chosen again on another page', async () => {
    const first = openPage();
    breakOff(3);
    expect(await first.upload().result).toMatchObject({ status: 403 });
    const [record] = recordsIn(first.storage);
    expect(record).toMatchObject({ account: 'alice', key: 'in/f.bin', size: 14 });

    server.intercept = () => undefined;
    const arrived = numbers(puts().filter((request) => request !== 'PUT parts/3'));
    server.requests.length = 0;
    expect(await openPage(first.storage).upload().result).toBeUndefined();
    expect(server.requests).not.toContain('POST start');
    expect(numbers(puts())).toEqual([1, 2, 3, 4].filter((part) => !arrived.includes(part)));
    expect(server.objects.get('in/f.bin')).toBe(content);
  });

  it('compares what has arrived with the file, and sends again what differs', async () => {
    const first = openPage();
    breakOff(4);
    await first.upload().result;
    server.intercept = () => undefined;
    server.requests.length = 0;
    // Only the content distinguishes this file from the previous one.
    const changed = fileOf('aaaaXXXXccccdd');
    expect(await openPage(first.storage).upload(changed).result).toBeUndefined();
    expect(numbers(puts())).toEqual([2, 4]);
    expect(server.objects.get('in/f.bin')).toBe('aaaaXXXXccccdd');
  });

  it.each([
    ['another size', `${content}e`, 1],
    ['another time of change', content, 2],
  ])('begins anew with a file of %s', async (_, text, lastModified) => {
    const file = fileOf(text, lastModified);
    const first = openPage();
    breakOff(4);
    await first.upload().result;
    server.intercept = () => undefined;
    server.requests.length = 0;
    expect(await openPage(first.storage).upload(file).result).toBeUndefined();
    expect(server.requests).toContain('POST start');
    expect(recordsIn(first.storage)).toHaveLength(1);
  });

  it('begins anew where the storage has forgotten the upload', async () => {
    const first = openPage();
    breakOff(4);
    await first.upload().result;
    server.intercept = () => undefined;
    server.uploads.clear();
    expect(await openPage(first.storage).upload().result).toBeUndefined();
    expect(server.objects.get('in/f.bin')).toBe(content);
    expect(recordsIn(first.storage)).toEqual([]);
  });

  it('says that the connection is gone, tries a part again, and goes on', async () => {
    let broken = 0;
    server.intercept = (request) => {
      if (request !== 'PUT parts/2' || broken === 3) return undefined;
      broken += 1;
      return { status: broken === 1 ? 0 : 503 };
    };
    const { upload } = openPage();
    const { result, stalls } = upload();
    expect(await result).toBeUndefined();
    expect(numbers(puts())).toEqual([1, 2, 2, 2, 2, 3, 4]);
    expect(stalls[0]).toBe(true);
    expect(stalls.at(-1)).toBe(false);
  });

  it.each([
    [401, 'SessionRequired'],
    [403, 'AccessDenied'],
    [409, 'QuotaExceeded'],
    [507, 'StorageFull'],
  ])(
    'does not try again what was refused with %d, and keeps what arrived',
    async (status, code) => {
      server.intercept = (request) =>
        request === 'PUT parts/2'
          ? { status, body: { errorCode: code, message: 'refused' } }
          : undefined;
      const { upload, storage } = openPage();
      expect(await upload().result).toMatchObject({ status, code });
      expect(server.requests.filter((request) => request === 'PUT parts/2')).toHaveLength(1);
      expect(server.requests).not.toContain('DELETE upload');
      expect(recordsIn(storage)).toHaveLength(1);
    },
  );

  it('deletes what arrived when it is cancelled', async () => {
    const { upload, storage } = openPage();
    const { controller, result } = upload();
    server.intercept = (request) => {
      if (request === 'PUT parts/3') controller.abort();
      return undefined;
    };
    expect(await result).toBeDefined();
    expect(server.requests).toContain('DELETE upload');
    expect(server.uploads.size).toBe(0);
    expect(recordsIn(storage)).toEqual([]);
  });

  it('keeps what arrived when the session has ended', async () => {
    const { upload, storage } = openPage();
    const { controller, result } = upload();
    server.intercept = (request) => {
      if (request === 'PUT parts/3') controller.abort(uploadSuspended);
      return undefined;
    };
    expect(await result).toBeDefined();
    expect(server.uploads.size).toBe(1);
    expect(recordsIn(storage)).toHaveLength(1);
  });

  it('is no business of another account in the same browser', async () => {
    const first = openPage();
    breakOff(4);
    await first.upload().result;
    const { ledger } = transferParts(first.storage);
    ledger.open('bob');
    expect(ledger.list()).toEqual([]);
    expect(await ledger.find({ bucket: 'b', key: 'in/f.bin' }, fileOf())).toBeUndefined();
  });
});
