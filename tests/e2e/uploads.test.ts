import { createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { type RestartableConsole, startBackend, startConsole } from './support/console-process.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { objectBrowser, upload } from './support/object-actions.ts';
import { ruleDialog, ruleRow } from './support/rule-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { contentHash, putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const MIB = 1024 * 1024;
const PART = 16 * MIB;
/** Number of parts of an interrupted file; 128 are 2 GiB. */
const PARTS = Number(process.env.STOWAGE_TEST_UPLOAD_PARTS ?? 9);
/** Timeout for this number of parts, in milliseconds. */
const PATIENCE = 15_000 + PARTS * 2000;
const UNREACHABLE = 'http://127.0.0.1:1';

let server: RestartableConsole | undefined;
const app = useConsole({
  start: async () => {
    server = await startConsole('/', async () => {
      const backend = await startBackend();
      const env = {
        ...backend.env,
        CONSOLE_MAX_CONCURRENT_UPLOADS: '2',
        // Unreachable, so parts fall back to going through the console.
        STOWAGE_PUBLIC_STORAGE_URL: UNREACHABLE,
      };
      return { ...backend, env };
    });
    return server;
  },
});

/** Creates a file of this many distinct MiB blocks, and returns the hash of its content. */
async function makeFile(name: string, mebibytes: number) {
  const file = path.join(app.folder, name);
  const target = await open(file, 'w');
  const hash = createHash('sha256');
  const block = randomBytes(MIB);
  for (let index = 0; index < mebibytes; index += 1) {
    block.writeUInt32BE(index);
    hash.update(block);
    await target.write(block);
  }
  await target.close();
  return { file, sha256: hash.digest('hex') };
}

/** Number of successful uploads per part. */
type StoredParts = Map<string, number>;

/** Returns the part number of a request to the console, or of one that it has signed. */
function partOf(request: Request): string | undefined {
  const { pathname, searchParams } = new URL(request.url());
  return /\/parts\/(\d+)$/.exec(pathname)?.[1] ?? searchParams.get('partNumber') ?? undefined;
}

function countParts(page: Page, stored: StoredParts): void {
  page.on('response', (response) => {
    const part = response.request().method() === 'PUT' ? partOf(response.request()) : undefined;
    if (part !== undefined && response.ok()) stored.set(part, (stored.get(part) ?? 0) + 1);
  });
}

/** Throttles the page's uploads so that something can happen meanwhile. */
async function slowDown(page: Page, mebibytesPerSecond: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: mebibytesPerSecond * MIB,
  });
}

async function choose(page: Page, file: string): Promise<void> {
  await objectBrowser(page).upload.click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(file);
}

describe('an upload in parts', () => {
  const interrupted =
    'outlives a closed tab, a killed server and an ended session, and arrives whole';
  it(interrupted, { timeout: 60_000 + 4 * PATIENCE }, async () => {
    const { file, sha256 } = await makeFile('long.bin', (PARTS * PART) / MIB);
    await putBucket(app.storage, 'long-uploads');
    const sent: StoredParts = new Map();
    const first = await visitAsRoot(app, '/buckets/long-uploads/browse');
    first.watch.expectOrigin(UNREACHABLE);
    countParts(first.page, sent);
    await slowDown(first.page, PARTS > 9 ? 100 : 24);
    await choose(first.page, file);
    await expect
      .poll(() => sent.size, { timeout: PATIENCE })
      .toBeGreaterThan(Math.floor(PARTS / 5) - 1);
    const storageState = await first.page.context().storageState();
    await first.page.close();

    const { page, watch } = await app.visit({ storageState });
    watch.expectOrigin(UNREACHABLE);
    countParts(page, sent);
    await page.goto(`${app.url}/buckets/long-uploads/browse`);
    await page.getByText('Interrupted. Choose the file again to continue.').waitFor();
    await slowDown(page, PARTS > 9 ? 100 : 24);
    const before = sent.size;
    await page.locator('input[aria-label="Choose the file for long.bin"]').setInputFiles(file);
    await expect
      .poll(() => sent.size, { timeout: PATIENCE })
      .toBeGreaterThan(before + Math.floor(PARTS / 9) - 1);

    // A stopping server closes the storage while parts are still being written.
    watch.expectRestart();
    await server?.restart();
    const between = sent.size;
    await expect
      .poll(() => sent.size, { timeout: PATIENCE })
      .toBeGreaterThan(between + Math.floor(PARTS / 9) - 1);

    watch.expectSessionEnd();
    await page.context().clearCookies();
    page.setDefaultTimeout(PATIENCE);
    await untilTold(page, 'Object(s) uploaded successfully.', () =>
      submitLogin(page, app.storage.user, app.storage.password),
    );

    expect(await contentHash(app.storage, 'long-uploads', 'long.bin')).toBe(sha256);
    const twice = [...sent].filter(([, times]) => times > 1);
    process.stderr.write(`${sent.size} parts, ${twice.length} stored twice\n`);
    expect(twice.length, `stored twice: ${JSON.stringify(twice)}`).toBeLessThanOrEqual(2);
  });

  it('goes to the storage server itself where the browser reaches it', async () => {
    await server?.restart({ STOWAGE_PUBLIC_STORAGE_URL: app.storage.endpoint });
    const { file, sha256 } = await makeFile('direct.bin', 40);
    await putBucket(app.storage, 'direct-uploads');
    const { page, watch } = await visitAsRoot(app, '/buckets/direct-uploads/browse');
    watch.expectOrigin(app.storage.endpoint);
    const ways: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && partOf(request)) ways.push(new URL(request.url()).origin);
    });
    await upload(page, 'Upload files', file);
    expect(ways).toEqual(Array(3).fill(app.storage.endpoint));
    expect(await contentHash(app.storage, 'direct-uploads', 'direct.bin')).toBe(sha256);
  });

  // MinIO's community server does not support CORS rules per bucket.
  it.skipIf(targetKind() === 'minio')(
    'goes there once the CORS rules of the bucket let the console in',
    async () => {
      await server?.restart({ STOWAGE_PUBLIC_STORAGE_URL: app.storage.endpoint });
      const { file, sha256 } = await makeFile('ruled.bin', 40);
      await putBucket(app.storage, 'ruled-uploads');
      const { page, watch } = await visitAsRoot(app, '/buckets/ruled-uploads/admin/cors');
      watch.expectOrigin(app.storage.endpoint);
      watch.expectLine(/blocked by CORS policy/);
      const ways: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT' && partOf(request)) ways.push(new URL(request.url()).origin);
      });
      const dialog = await ruleDialog(page, 'Add CORS Rule');
      await dialog.getByLabel('Allowed origins: entry 1').fill('https://app.example.com');
      await dialog.getByRole('checkbox', { name: 'PUT' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await ruleRow(page, '1. https://app.example.com').waitFor();
      await page.getByRole('link', { name: 'Browse Bucket' }).click();
      await upload(page, 'Upload files', file);
      expect(ways).toEqual(Array(3).fill(app.url));
      expect(await contentHash(app.storage, 'ruled-uploads', 'ruled.bin')).toBe(sha256);

      await page.goBack();
      await page.getByRole('button', { name: 'Let this console in' }).click();
      await ruleRow(page, `2. ${app.url}`).waitFor();
      await page.getByRole('link', { name: 'Browse Bucket' }).click();
      ways.length = 0;
      const again = await makeFile('let-in.bin', 40);
      await choose(page, again.file);
      await objectBrowser(page).row('let-in.bin').waitFor();
      expect(ways).toEqual(Array(3).fill(app.storage.endpoint));
      expect(await contentHash(app.storage, 'ruled-uploads', 'let-in.bin')).toBe(again.sha256);
    },
  );
});
