import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driveCommand } from './drive-command.ts';
import type { StorageOptions } from './server.ts';
import { statusCommand } from './status-command.ts';
import {
  addUser,
  errorOf,
  ROOT,
  startTestStorage,
  type TestStorage,
} from './testing/test-storage.ts';
import { verifyCommand } from './verify-command.ts';

let root: string;
let drives: readonly string[];
let storage: TestStorage;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'drain-'));
  drives = [1, 2, 3].map((number) => join(root, `d${number}`));
  storage = await startTestStorage({ drives });
  await storage.call({ method: 'PUT', path: '/bucket' });
  for (let i = 0; i < 3; i++) {
    await storage.call({ method: 'PUT', path: `/bucket/large${i}`, body: 'x'.repeat(300_000) });
  }
});
afterEach(async () => {
  await storage.close();
  await rm(root, { recursive: true });
});

function options(): StorageOptions {
  return {
    dataDir: join(storage.folder, 'storage'),
    drives,
    host: '127.0.0.1',
    port: Number(new URL(storage.url).port),
    rootUser: ROOT.accessKey,
    rootPassword: ROOT.secretKey,
  };
}

const drive = async (...words: readonly string[]) =>
  driveCommand(options(), words, () => undefined);
const status = async () => JSON.parse(await statusCommand(options(), []));

async function verify(): Promise<readonly string[]> {
  const lines: string[] = [];
  await verifyCommand(options(), [], (line) => lines.push(line));
  return lines;
}

async function expectAll(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    const { status, text } = await storage.call({ path: `/bucket/large${i}` });
    expect([status, text.length]).toEqual([200, 300_000]);
  }
}

describe.each(['running', 'stopped'])('draining a drive of a store that is %s', (state) => {
  beforeEach(async () => {
    if (state === 'stopped') {
      await storage.stop();
    }
  });

  it('empties it; without it everything is whole', async () => {
    const text = await drive('drain', '2');
    expect(text).toContain(`${drives[1]} is empty`);
    expect(await readdir(join(drives[1] ?? '', 'log'))).toEqual([]);
    await rename(drives[1] ?? '', join(root, 'out'));
    expect((await verify()).at(-1)).toMatch(/^Everything is there and whole/);
    await storage.restart();
    expect(await status()).toMatchObject({
      degraded: false,
      drives: [{ state: 'ok' }, { state: 'vacant', reason: 'it was drained' }, { state: 'ok' }],
    });
    await expectAll();
    await storage.stop();
    expect(await drive('replace', '2')).toContain('takes the place of drive 2');
    expect(existsSync(join(drives[1] ?? '', 'format.json'))).toBe(true);
  });

  it('is refused with a sentence when too few would be left', async () => {
    await drive('drain', '3');
    const refused = drive('drain', drives[0] ?? '');
    await expect(refused).rejects.toThrow('needs two other drives');
    await expect(drive('drain', '4')).rejects.toThrow('none of the configured drives');
    await expect(drive('drain')).rejects.toThrow('drive replace|readmit|give-up|drain');
  });

  it('ends with the reason when it cannot continue, and does not forget it', async () => {
    for (const one of drives) {
      for (const folder of await readdir(join(one, 'blobs'))) {
        for (const file of await readdir(join(one, 'blobs', folder))) {
          await unlink(join(one, 'blobs', folder, file));
        }
      }
    }
    await expect(drive('drain', '1')).rejects.toThrow(/cannot be drained now\. .*bucket\/large\d/);
    await storage.restart();
    const { degraded, drives: states } = await status();
    expect(degraded).toBe(true);
    expect(states[0]).toMatchObject({ state: 'draining' });
    for (let i = 0; i < 3; i++) {
      await storage.call({ method: 'DELETE', path: `/bucket/large${i}` });
    }
    expect(await drive('drain', '1')).toContain('is empty');
  });
});

it('is the right of those who may decommission drives', async () => {
  const somebody = { accessKey: 'somebody', secretKey: 'somebody-secret' };
  await addUser(storage, somebody, 'readwrite');
  const path = `/minio/admin/v3/stowage/drain?drive=${encodeURIComponent(drives[0] ?? '')}`;
  const answer = await storage.call({ method: 'POST', path, as: somebody });
  expect(errorOf(answer)).toBe('403 AccessDenied');
  expect((await status()).drives[0]).toMatchObject({ state: 'ok' });
});
