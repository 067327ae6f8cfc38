import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { readZip } from '../../apps/server/src/testing/read-zip.ts';
import { expectAccessible } from './support/accessibility.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseAction, objectBrowser } from './support/object-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const BUCKET = 'object-content';

/** Leaves a trace wherever it is executed: in the document and in its origin's storage. */
const SCRIPT = `document.documentElement.setAttribute('data-ran', 'yes'); localStorage.setItem('ran', 'yes'); top.ran = 'yes'`;
const HOSTILE = {
  'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="${SCRIPT}"><script>${SCRIPT}</script><rect width="40" height="40"/></svg>`,
  'evil.txt': `<!doctype html><script>${SCRIPT}</script>`,
  'evil.xml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`,
  'evil.html': `<!doctype html><script>${SCRIPT}</script>`,
};
const FILES = { 'a.txt': 'first', 'über 🎉.txt': 'second', 'deep/b.txt': 'third' };

beforeAll(() => putBucket(app.storage, BUCKET, { ...HOSTILE, ...FILES }));

const traces = (page: Page) =>
  page.evaluate(() => [Reflect.get(globalThis, 'ran'), localStorage.getItem('ran')]);

const addressOf = (key: string) =>
  `${app.url}/api/v1/buckets/${BUCKET}/objects/download?preview=true&prefix=${encodeURIComponent(btoa(key))}`;

describe('a preview', () => {
  it('shows what is stored and runs nothing of it [OBJD-32]', async () => {
    const { page } = await visitAsRoot(app, `/buckets/${BUCKET}/browse/evil.svg?tab=preview`);
    const picture = page.getByRole('img', { name: 'Preview of evil.svg' });
    await picture.waitFor();
    await expectAccessible(page, 'the preview of a picture');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40);
    for (const key of ['evil.txt', 'evil.xml'] as const) {
      await page.goto(`${app.url}/buckets/${BUCKET}/browse/${key}?tab=preview`);
      const frame = page.frameLocator(`iframe[title="Preview of ${key}"]`);
      await frame.getByText('<script>').waitFor();
    }
    expect(await traces(page)).toEqual([undefined, null]);
  });

  it('runs nothing either where its address is opened by itself', async () => {
    const { page } = await visitAsRoot(app, `/buckets/${BUCKET}/browse`);
    // Not watched, because the browser logs that it has blocked a script.
    const alone = await page.context().newPage();
    await alone.goto(addressOf('evil.svg'));
    await alone.locator('rect').waitFor();
    expect(await alone.locator('svg').getAttribute('data-ran')).toBeNull();
    // HTML pages are downloaded instead of displayed.
    const saved = alone.waitForEvent('download');
    await expect(alone.goto(addressOf('evil.html'))).rejects.toThrow();
    expect((await saved).suggestedFilename()).toBe('evil.html');
    await alone.close();
    expect(await traces(page)).toEqual([undefined, null]);
  });
});

describe('sharing', () => {
  it('gives a link that opens the object without a login [SHARE-01, SHARE-11]', async () => {
    const { page } = await visitAsRoot(app, `/buckets/${BUCKET}/browse`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseAction(page, objectBrowser(page).row('über 🎉.txt'), 'Share');
    const dialog = page.getByRole('dialog', { name: 'Share File' });
    await dialog.getByText(/^Valid until/).waitFor();
    await dialog.getByRole('button', { name: 'Show QR code' }).click();
    await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `the share dialog (${colorScheme})`);
    }
    await untilTold(page, 'Share URL Copied to clipboard', () =>
      dialog.getByRole('button', { name: 'Copy link' }).click(),
    );
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const opened = await fetch(link);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toBe('second');
  });
});

describe('a selection', () => {
  it('is downloaded as one zip', async () => {
    const { page } = await visitAsRoot(app, `/buckets/${BUCKET}/browse`);
    for (const name of ['deep', 'über 🎉.txt']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Selected' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${BUCKET}.zip`);
    expect(readZip(await readFile(await file.path()))).toEqual({
      'deep/b.txt': 'third',
      'über 🎉.txt': 'second',
    });
  });
});
