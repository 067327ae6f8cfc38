import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminCaller, seal, startTestStorage, type TestStorage } from '../testing/test-storage.ts';

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/small', body: 'small' });
  await storage.call({ method: 'PUT', path: '/bucket/large', body: 'x'.repeat(300_000) });
});
afterEach(() => storage.close());

const admin = adminCaller(() => storage);
const info = async () => JSON.parse((await admin('GET', 'info')).text);

async function removeCopies(): Promise<void> {
  for (const drive of ['drive-1', 'drive-2']) {
    const blobs = join(storage.folder, drive, 'blobs');
    for (const name of await readdir(blobs)) {
      for (const file of await readdir(join(blobs, name))) {
        await unlink(join(blobs, name, file));
      }
    }
  }
}

it('tells of a healthy store that nothing is degraded', async () => {
  const { servers, pools, stowage } = await info();
  expect(servers[0].drives[0]).not.toHaveProperty('healing');
  expect(pools[0][0].healDisks).toBe(0);
  expect(stowage).toMatchObject({
    degraded: false,
    complete: true,
    unreadableSegments: 0,
    copies: { away: 0, unrepaired: 0, lost: 0, list: [] },
    scrub: { enabled: true },
  });
  expect(stowage).not.toHaveProperty('writesRefused');
});

it('tells which drive is away and why, how many copies are with it, and why writes are refused', async () => {
  const drive = join(storage.folder, 'drive-2');
  await rename(drive, `${drive}.away`);
  await vi.waitFor(async () => expect((await info()).stowage.copies.away).toBe(2), 30_000);
  const { servers, backend, stowage } = await info();
  expect(backend).toMatchObject({ onlineDisks: 1, offlineDisks: 1 });
  expect(servers[0].drives[1]).toMatchObject({ path: drive, state: 'offline' });
  expect(stowage).toMatchObject({
    degraded: true,
    drives: [
      { state: 'ok' },
      {
        ...{ path: drive, state: 'away', reason: 'it is missing' },
        next: expect.stringContaining(`drive replace ${drive}`),
      },
    ],
    writesRefused: expect.stringContaining('Too few drives'),
  });
  expect(storage.messages.join()).toContain('Writes are refused.');
  await rename(`${drive}.away`, drive);
  await vi.waitFor(async () => {
    const after = await info();
    expect(after.stowage.degraded).toBe(false);
    expect(after.stowage.copies.away).toBe(0);
  }, 30_000);
  expect(storage.messages.join()).toContain('Writes are taken again.');
});

it('lists what is good on no drive, and shows the drives as being healed', async () => {
  await removeCopies();
  expect((await storage.call({ path: '/bucket/large' })).status).toBe(500);
  await vi.waitFor(async () => expect((await info()).stowage.copies.lost).toBe(2), 30_000);
  const { servers, pools, stowage } = await info();
  expect(stowage.degraded).toBe(true);
  const next = expect.stringContaining('restore it from a backup');
  expect(stowage.copies.list[0]).toMatchObject({ problem: 'lost', what: 'bucket/large', next });
  expect(stowage.drives[0]).toMatchObject({
    state: 'degraded',
    reason: '1 of its copies could not be made',
    next,
  });
  expect(servers[0].drives[0]).toMatchObject({ state: 'ok', healing: true });
  expect(pools[0][0].healDisks).toBe(2);
  await storage.call({ method: 'DELETE', path: '/bucket/large' });
});

it('tells whether there is a scrub, as it is set', async () => {
  await admin('PUT', 'set-config-kv', await seal('heal bitrotscan=off'));
  expect((await info()).stowage.scrub).toEqual({ enabled: false });
  const wrong = await admin('PUT', 'set-config-kv', await seal('heal bitrotscan=5m'));
  expect(wrong.text).toContain('1h');
});
