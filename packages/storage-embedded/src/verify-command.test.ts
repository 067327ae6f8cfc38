import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StorageOptions } from './server.ts';
import { statusCommand } from './status-command.ts';
import { errorOf, ROOT, startTestStorage, type TestStorage } from './testing/test-storage.ts';
import { verifyCommand } from './verify-command.ts';

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/bucket' });
  await storage.call({ method: 'PUT', path: '/bucket/small', body: 'small' });
  await storage.call({ method: 'PUT', path: '/bucket/large', body: 'x'.repeat(300_000) });
});
afterEach(() => storage.close());

function options(): StorageOptions {
  return {
    dataDir: join(storage.folder, 'storage'),
    drives: [join(storage.folder, 'drive-1'), join(storage.folder, 'drive-2')],
    host: '127.0.0.1',
    port: Number(new URL(storage.url).port),
    rootUser: ROOT.accessKey,
    rootPassword: ROOT.secretKey,
  };
}

async function verify(...words: readonly string[]) {
  const lines: string[] = [];
  const { ok } = await verifyCommand(options(), words, (line) => lines.push(line));
  return { ok, lines };
}

async function removeCopy(): Promise<string> {
  const blobs = join(storage.folder, 'drive-1', 'blobs');
  const [name = ''] = await readdir(blobs);
  const [file = ''] = await readdir(join(blobs, name));
  await unlink(join(blobs, name, file));
  return join(blobs, name, file);
}

describe.each(['running', 'stopped'])('verifying a store that is %s', (state) => {
  beforeEach(async () => {
    if (state === 'stopped') {
      await storage.stop();
    }
  });

  it('says that everything is whole', async () => {
    const { ok, lines } = await verify();
    expect(ok).toBe(true);
    expect(lines.at(-1)).toMatch(/^Everything is there and whole: \d+ records in 1 segments, 1 /);
  });

  it('says which copy is missing, in words and as JSON', async () => {
    const path = await removeCopy();
    const { ok, lines } = await verify();
    expect(ok).toBe(false);
    expect(lines[0]).toBe(`A copy is missing: ${path} (bucket/large)`);
    expect(lines.at(-2)).toContain('NOT EVERYTHING IS WHOLE');
    expect(lines.at(-1)).toMatch(/^Next: let the store run\./);
    const json = (await verify('--json')).lines.map((line) => JSON.parse(line));
    expect(json).toMatchObject([
      { kind: 'damage', what: 'bucket/large', path, state: 'missing' },
      { kind: 'end', ok: false, damaged: 1, lost: 0 },
    ]);
  });
});

it('the state of a running store is told by a command', async () => {
  const state = JSON.parse(await statusCommand(options(), []));
  expect(state).toMatchObject({ degraded: false, complete: true, scrub: { enabled: true } });
  const wrong = { ...options(), rootPassword: 'another-password' };
  await expect(statusCommand(wrong, [])).rejects.toThrow('(403)');
  await storage.stop();
  await expect(statusCommand(options(), [])).rejects.toThrow('No store answers at');
});

describe('the command', () => {
  it('ends with an exit code that scripts can go by', async () => {
    await storage.stop();
    const run = async (): Promise<number> => {
      const env = {
        ...process.env,
        STOWAGE_DATA_DIR: storage.folder,
        STOWAGE_DRIVES: options().drives.join(),
        STOWAGE_ROOT_USER: ROOT.accessKey,
        STOWAGE_ROOT_PASSWORD: ROOT.secretKey,
      };
      const main = join(import.meta.dirname, 'main.ts');
      const child = spawn(process.execPath, [main, 'verify'], { env, stdio: 'ignore' });
      const [code] = await once(child, 'exit');
      return code;
    };
    expect(await run()).toBe(0);
    await removeCopy();
    expect(await run()).toBe(1);
  });

  it('makes no store where there is none, and takes no words that it does not know', async () => {
    await expect(
      verifyCommand(
        { ...options(), dataDir: join(storage.folder, 'nothing') },
        [],
        () => undefined,
      ),
    ).rejects.toThrow('There is no store in');
    await expect(verify('--deep')).rejects.toThrow('verify [--json]');
  });

  it('is refused by a running store for those who may not', async () => {
    const wrong = { ...options(), rootPassword: 'another-password' };
    await expect(verifyCommand(wrong, [], () => undefined)).rejects.toThrow('(403)');
    const path = '/minio/admin/v3/stowage/verify';
    expect(errorOf(await storage.call({ path, as: 'anonymous' }))).toBe('403 AccessDenied');
  });
});
