import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyCommand } from './key-command.ts';
import { S3 } from './s3/encryption/testing/encrypting-storage.ts';
import {
  addUser,
  adminCaller,
  ROOT,
  seal,
  startTestStorage,
  type TestStorage,
  xmlAt,
} from './testing/test-storage.ts';

const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
const USER = { accessKey: 'alice', secretKey: 'alice-secret' };

let storage: TestStorage;
beforeEach(async () => {
  storage = await startTestStorage();
  await storage.call({ method: 'PUT', path: '/box' });
  await storage.call({ method: 'PUT', path: '/box/secret', headers: S3, body: 'hidden' });
});
afterEach(() => storage.close());

const keyFile = () => join(storage.folder, 'storage', 'master.key');
const drives = () => ['drive-1', 'drive-2'].map((name) => join(storage.folder, name));
const content = async (path: string, as = ROOT) => (await storage.call({ path, as })).text;
const key = (...words: string[]) =>
  keyCommand(
    { dataDir: join(storage.folder, 'storage'), drives: drives(), rootPassword: ROOT.secretKey },
    words,
  );

describe('a store whose master key is lost', () => {
  it('gets it back from the drives with the root password', async () => {
    await addUser(storage, USER, 'readonly');
    const before = await readFile(keyFile(), 'utf8');
    await storage.stop();
    await rm(join(storage.folder, 'storage'), { recursive: true });
    await storage.restart();
    expect(await content('/box/secret', USER)).toBe('hidden');
    expect(await readFile(keyFile(), 'utf8')).toBe(before);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  });

  it('does not start with another root password, and says what to do', async () => {
    await storage.stop();
    await rm(keyFile());
    const started = storage.restart({ rootPassword: 'another-password' });
    await expect(started).rejects.toThrow(/master\.key is missing.*key import/);
    await expect(stat(keyFile())).rejects.toThrow('ENOENT');
    await storage.restart();
    expect(await content('/box/secret')).toBe('hidden');
  });

  it('goes by the root password that it was last started with', async () => {
    await storage.restart({ rootPassword: 'another-password' });
    await storage.stop();
    await rm(keyFile());
    await expect(storage.restart()).rejects.toThrow('does not open with this root password');
    await storage.restart({ rootPassword: 'another-password' });
    const as = { ...ROOT, secretKey: 'another-password' };
    expect(await content('/box/secret', as)).toBe('hidden');
  });

  it('can be given up with what it has sealed', async () => {
    await storage.call({ method: 'PUT', path: '/box/plain', body: 'open' });
    await addUser(storage, USER, 'readonly');
    await storage.stop();
    await expect(key('reset', '--discard')).rejects.toThrow('Move it away');
    await rm(keyFile());
    await key('reset', '--discard');
    await storage.restart();
    expect(await content('/box/plain')).toBe('open');
    expect((await storage.call({ path: '/box/secret' })).status).toBe(500);
    expect((await storage.call({ path: '/box/plain', as: USER })).status).toBe(403);
  });
});

describe('a wrong master key', () => {
  it('is recognised at the start, and the right one can be imported', async () => {
    const saved = join(storage.folder, 'saved.key');
    expect(await key('export', saved)).not.toContain(await readFile(saved, 'utf8'));
    expect((await stat(saved)).mode & 0o777).toBe(0o600);
    await expect(key('export', saved)).rejects.toThrow('EEXIST');
    await expect(key('import', saved)).rejects.toThrow(/in use/);
    await storage.stop();
    await writeFile(keyFile(), `${randomBytes(32).toString('base64')}\n`);
    await expect(storage.restart()).rejects.toThrow('is not the master key of this store');
    await expect(key('import', keyFile())).rejects.toThrow('is not the master key of this store');
    await key('import', saved);
    await storage.restart();
    expect(await content('/box/secret')).toBe('hidden');
  });

  it.each(['', 'no key\n'])('%j is none', async (text) => {
    await storage.stop();
    const right = await readFile(keyFile(), 'utf8');
    await writeFile(keyFile(), text);
    await expect(storage.restart()).rejects.toThrow(
      /does not hold a master key. .*move it away and start with the root password/,
    );
    await writeFile(keyFile(), right);
    await storage.restart();
  });
});

describe('a rotation', () => {
  const rotated = () =>
    expect.poll(() => storage.messages.join('\n'), { timeout: 15_000 }).toContain('was rotated');
  const lines = async () => (await readFile(keyFile(), 'utf8')).trim().split('\n');

  beforeEach(async () => {
    await addUser(storage, USER, 'readwrite');
    const admin = adminCaller(() => storage);
    await admin('PUT', 'set-config-kv', await seal('site region=eu-test'));
    await storage.call({ method: 'PUT', path: '/box?versioning', body: VERSIONED });
    await storage.call({ method: 'PUT', path: '/box/secret', headers: S3, body: 'hidden again' });
    await storage.stop();
  });

  it('seals everything with the new key and forgets the former', async () => {
    const [former] = await lines();
    await key('rotate');
    await expect(key('rotate')).rejects.toThrow('not over yet');
    await storage.restart({ region: '' });
    await rotated();
    const left = await lines();
    expect(left).toHaveLength(1);
    expect(left).not.toContain(former);
    await storage.restart();
    const region = 'eu-test';
    const versions = await storage.call({ path: '/box?versions', region });
    expect(versions.text.match(/<Version>/g)).toHaveLength(2);
    for (const [versionId, text] of [
      ['null', 'hidden'],
      [xmlAt(versions, 'Version', 'VersionId'), 'hidden again'],
    ]) {
      const path = `/box/secret?versionId=${versionId}`;
      expect((await storage.call({ path, as: USER, region })).text).toBe(text);
    }
  });

  it('survives a crash in its middle, and a lost key file after it', async () => {
    await key('rotate');
    const both = await readFile(keyFile(), 'utf8');
    await storage.restart();
    await rotated();
    await storage.stop();
    // As if killed between updating the record on the drives and the file.
    await writeFile(keyFile(), both);
    await storage.restart();
    await expect.poll(lines).toHaveLength(1);
    await storage.stop();
    await rm(keyFile());
    await storage.restart();
    expect((await storage.call({ path: '/box/secret', region: 'eu-test' })).text).toBe(
      'hidden again',
    );
  });

  it('keeps the former key while an upload from before it is open', async () => {
    await storage.restart();
    const region = 'eu-test';
    const path = '/box/large';
    const begun = await storage.call({
      method: 'POST',
      path: `${path}?uploads`,
      headers: S3,
      region,
    });
    const upload = `${path}?uploadId=${xmlAt(begun, 'UploadId')}`;
    await storage.stop();
    await key('rotate');
    await storage.restart();
    const part = await storage.call({
      method: 'PUT',
      path: `${upload}&partNumber=1`,
      body: 'part',
      region,
    });
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`;
    expect(await lines()).toHaveLength(2);
    expect((await storage.call({ method: 'POST', path: upload, body, region })).status).toBe(200);
    await storage.restart();
    await rotated();
    await storage.restart();
    expect((await storage.call({ path, region })).text).toBe('part');
  });
});

describe('the drives', () => {
  it('do not give the key away', async () => {
    await storage.stop();
    const secret = Buffer.from((await readFile(keyFile(), 'utf8')).trim(), 'base64');
    for (const drive of drives()) {
      for (const entry of await readdir(drive, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) {
          const bytes = await readFile(join(entry.parentPath, entry.name));
          expect(bytes.includes(secret)).toBe(false);
          expect(bytes.includes(secret.toString('base64'))).toBe(false);
        }
      }
    }
    await storage.restart();
  });
});
