import { readFile, rm } from 'node:fs/promises';
import { createAdminClient } from '@stowage/storage-client/admin';
import { expect, it } from 'vitest';
import { objectFiles } from '../targets/object-files.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

const contentOf = (key: string) => `${key}:`.padEnd(400 * 1024, key);

/** Returns the files of an object on one of the drives that store it. */
async function filesOn(bucket: string, key: string): Promise<readonly string[]> {
  const { endpoint, user, password } = app.storage;
  const credentials = { accessKey: user, secretKey: password };
  const { servers } = await createAdminClient({
    ...{ endpoint, region: 'us-east-1', credentials },
  }).serverInfo();
  for (const { path } of servers.flatMap(({ drives }) => drives)) {
    const files = await objectFiles(path, { bucket, key, text: contentOf(key).slice(0, 100) });
    if (files.length > 0) return files;
  }
  throw new Error(`no drive has ${key}`);
}

it('mends what was lost on a drive, and shows it [HEAL-09]', async () => {
  const keys = ['whole.bin', 'broken.bin'];
  await putBucket(app.storage, 'damaged', Object.fromEntries(keys.map((k) => [k, contentOf(k)])));
  const files = await filesOn('damaged', 'broken.bin');
  // MinIO's object metadata contains the drive and the time of healing.
  const content = files.filter((file) => !file.endsWith('xl.meta'));
  const before = await Promise.all(content.map((file) => readFile(file)));
  await Promise.all(files.map((file) => rm(file)));

  const { page } = await visitAsRoot(app, '/tools');
  await page.getByRole('link', { name: /^Heal/ }).click();
  await page.getByRole('combobox', { name: 'Bucket' }).click();
  await page.getByRole('option', { name: 'damaged' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Healing finished.').waitFor();
  const facts = page.getByText('Objects healed').locator('..');
  await expect.poll(() => facts.textContent()).toContain('1 / 2');
  const row = page.getByRole('row', { name: /damaged\/broken\.bin/ });
  expect(await row.textContent()).toContain('missing');
  expect(await row.textContent()).toContain('Green');
  const drives = page.getByRole('grid', { name: 'Drives' }).getByRole('row');
  await expect.poll(() => drives.count()).toBe(5);
  const after = await Promise.all(content.map((file) => readFile(file)));
  expect(after.map((bytes, i) => before[i]?.equals(bytes))).toEqual(content.map(() => true));
});

it('gathers a health report and hands out its file [DIAG-12]', async () => {
  const { page } = await visitAsRoot(app, '/tools/diagnostics');
  await page.getByRole('button', { name: 'Start Diagnostic' }).click();
  const download = page.getByRole('button', { name: 'Download' });
  await page.getByText('What stands out').waitFor({ timeout: 30_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toBe('diagnostic.json');
  const report = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(report)).toMatchObject({
    timestamp: expect.any(String),
    minio: { info: { servers: [{ state: 'online' }] } },
  });
  expect(report).not.toContain(app.storage.password);
});
