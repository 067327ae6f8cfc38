import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, SettingError } from './main-config.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-settings-'));
});

afterAll(() => rm(folder, { recursive: true }));

const ROOT = { STOWAGE_ROOT_USER: 'admin', STOWAGE_ROOT_PASSWORD: 'admin-secret' };

describe('settings', () => {
  it('have defaults on this machine only', async () => {
    const { options, credentialsFile } = await readSettings({ ...ROOT, STOWAGE_DATA_DIR: folder });
    expect(options).toEqual({
      dataDir: join(folder, 'storage'),
      drives: [1, 2, 3, 4].map((n) => join(folder, `drive-${n}`)),
      host: '127.0.0.1',
      port: 9000,
      rootUser: 'admin',
      rootPassword: 'admin-secret',
    });
    expect(credentialsFile).toBeUndefined();
  });

  it('make a root account once and keep it for this user only', async () => {
    const first = await readSettings({ STOWAGE_DATA_DIR: folder });
    const second = await readSettings({ STOWAGE_DATA_DIR: folder });
    expect(first.options.rootPassword.length).toBeGreaterThanOrEqual(32);
    expect(second.options).toEqual(first.options);
    const file = first.credentialsFile ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      user: first.options.rootUser,
      password: first.options.rootPassword,
    });
  });

  it.each(['', '\0\0\0', 'null', '{}'])(
    'say what to do about a root account of %j',
    async (text) => {
      const dataDir = join(folder, 'damaged');
      await mkdir(dataDir, { recursive: true });
      const file = join(dataDir, 'root-credentials.json');
      await writeFile(file, text);
      await expect(readSettings({ STOWAGE_DATA_DIR: dataDir })).rejects.toThrow(
        `${file} has a wrong value: expected JSON with user and password. Restore it`,
      );
    },
  );

  it('take a number of drives or their directories', async () => {
    const drives = async (text: string) =>
      (await readSettings({ ...ROOT, STOWAGE_DATA_DIR: folder, STOWAGE_DRIVES: text })).options
        .drives;
    expect(await drives('1')).toEqual([join(folder, 'drive-1')]);
    expect(await drives('/mnt/a, /mnt/b')).toEqual(['/mnt/a', '/mnt/b']);
  });

  it.each([
    { STOWAGE_DRIVES: '0' },
    { STOWAGE_DRIVES: '33' },
    { STOWAGE_STORAGE_PORT: 'http' },
    { STOWAGE_STORAGE_PORT: '65536' },
    { STOWAGE_ROOT_PASSWORD: 'short' },
    { STOWAGE_ROOT_USER: '' },
    { STOWAGE_ROOT_USER: 'a b' },
  ])('are refused when wrong: %j', async (wrong) => {
    const settings = readSettings({ ...ROOT, STOWAGE_DATA_DIR: folder, ...wrong });
    await expect(settings).rejects.toBeInstanceOf(SettingError);
  });
});
