import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRootCredentials } from './root-credentials.ts';

const makeDirectory = () => mkdtemp(join(tmpdir(), 'stowage-config-'));

describe('loadRootCredentials', () => {
  it('makes an account at the first start, keeps it, and lets only this user read it', async () => {
    const directory = await makeDirectory();
    const first = await loadRootCredentials(directory, undefined);
    expect(first.user).toMatch(/^[A-Z2-9]{12}$/);
    expect(first.password.length).toBeGreaterThanOrEqual(32);
    expect(first.created).toBe(true);
    const again = await loadRootCredentials(directory, undefined);
    expect(again).toEqual({ ...first, created: false });
    const { mode } = await stat(first.file ?? '');
    expect(mode & 0o777).toBe(0o600);
  });

  it('gives two processes that start together the same account', async () => {
    const directory = await makeDirectory();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => loadRootCredentials(directory, undefined)),
    );
    expect(new Set(all.map(({ password }) => password)).size).toBe(1);
  });

  it('uses the configured account and writes nothing', async () => {
    const directory = await makeDirectory();
    const configured = { user: 'admin', password: 'a-long-password' };
    expect(await loadRootCredentials(directory, configured)).toEqual({
      ...configured,
      created: false,
    });
    await expect(stat(join(directory, 'root-credentials.json'))).rejects.toThrow('ENOENT');
  });

  it('names the file that cannot be read', async () => {
    const directory = await makeDirectory();
    await writeFile(join(directory, 'root-credentials.json'), '{"user":"x"}');
    await expect(loadRootCredentials(directory, undefined)).rejects.toThrow(
      /root-credentials\.json cannot be read: expected JSON/,
    );
  });
});
