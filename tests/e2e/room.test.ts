import { ROUTES, type Route } from '@stowage/contract/pages';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bucketAdmin, openSetting } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket, suspendVersions } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const LONG = `${'folder-'.repeat(30)}/${'n'.repeat(250)}`;

beforeAll(() => putBucket(app.storage, 'room-for-all', { [LONG]: 'x', 'deep/er/a.txt': 'x' }));

/**
 * Checks that the element can be clicked at the current scroll position: its middle is visible and
 * not covered.
 */
async function expectInReach(locator: Locator) {
  const isInReach = () =>
    locator.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && element.contains(hit);
    });
  await expect.poll(isInReach, { message: String(locator) }).toBe(true);
}

/** Paths of the pages that can be reached through menus, cards or links. */
const PLAIN_PAGES = Object.values<Route>(ROUTES)
  .filter(({ pattern, ready, feature }) => ready && !feature && !/[:*]/.test(pattern))
  .map(({ pattern }) => pattern);

/**
 * Finds elements without enough room: truncated texts in the header and in buttons, and overflowing
 * elements.
 */
const withoutRoom = (page: Page) =>
  page.evaluate(() => {
    const isCut = (element: Element) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      // Text for screen readers only is one pixel wide.
      if (getComputedStyle(element).overflowX === 'visible' || clientWidth <= 1) return false;
      return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
    };
    const words = document.querySelectorAll('main header *, main button *, main a[data-variant] *');
    const cut = [...words].filter((element) => element.textContent && isCut(element));
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...cut.map(({ textContent }) => textContent),
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} pixels wide`] : []),
    ];
  });

describe('room for everything', () => {
  it('leaves Download and Delete in reach under the longest name', async () => {
    const path = `/buckets/room-for-all/browse/${encodeURIComponent(LONG).replace('%2F', '/')}`;
    const { page } = await visitAsRoot(app, path, { viewport: { width: 1280, height: 600 } });
    const download = page.getByRole('link', { name: 'Download', exact: true });
    await download.waitFor();
    await expectInReach(download);
    const panel = page.getByRole('region', { name: /^Details of/ });
    await expectInReach(panel.getByRole('button', { name: 'Delete' }));
  });

  it('keeps the buttons and the warning of a long dialog in reach, at 320 pixels too', async () => {
    const { page } = await visitAsRoot(app, '/buckets/room-for-all/admin/summary', {
      viewport: { width: 320, height: 568 },
    });
    const dialog = await openSetting(page, 'Access Policy', 'Change Access Policy');
    await dialog.getByRole('radio', { name: 'Custom' }).check();
    const editor = dialog.getByRole('textbox', { name: 'Bucket policy' });
    const statement = {
      Effect: 'Allow',
      Principal: { AWS: ['*'] },
      Action: ['s3:GetObject'],
      Resource: ['arn:aws:s3:::room-for-all/*'],
    };
    await editor.fill(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }));
    const warning = dialog.getByText(/^This lets anonymous users read objects/);
    await warning.waitFor();
    await expectInReach(warning);
    for (const name of ['Cancel', 'Set']) {
      await expectInReach(dialog.getByRole('button', { name, exact: true }));
    }
  });

  it('shows the folder and Configure Bucket side by side at 320 pixels', async () => {
    const { page } = await visitAsRoot(app, '/buckets/room-for-all/browse/deep/er/', {
      viewport: { width: 320, height: 568 },
    });
    const configure = page.getByRole('link', { name: 'Configure Bucket' });
    await configure.waitFor();
    const place = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .locator('[aria-current="page"]');
    /** Returns the gap between the two in pixels, and from the second to the edge of the page. */
    const gaps = async () => {
      const [left, right] = [await place.boundingBox(), await configure.boundingBox()];
      if (left === null || right === null) return [-1];
      return [right.x - left.x - left.width, 320 - right.x - right.width];
    };
    await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThanOrEqual(0);
    await configure.click();
    await bucketAdmin(page).card('Access Policy').waitFor();
  });

  it('cuts no title and no button, and lets no page stick out, at 320 pixels in German', async () => {
    const { page } = await visitAsRoot(app, '/buckets', { viewport: { width: 320, height: 568 } });
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    const found: string[] = [];
    for (const path of PLAIN_PAGES) {
      await page.goto(app.url + path);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' });
      for (const one of await withoutRoom(page)) found.push(`${path}: ${one}`);
    }
    expect(found).toEqual([]);
  });

  it('shows what is special about a bucket whole, in German too', async () => {
    await putBucket(app.storage, 'room-for-tags');
    await suspendVersions(app.storage, 'room-for-tags');
    const { page } = await visitAsRoot(app, '/buckets');
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    const tag = page.getByText('Versionen ausgesetzt', { exact: true }).first();
    // MinIO may first return the settings that buckets had at the previous request for the list.
    const reloaded = async () => {
      await page.reload();
      await tag.waitFor({ timeout: 3000 });
    };
    await vi.waitFor(reloaded, { timeout: 30_000 });
    const isWithin = () =>
      tag.evaluate((element) => {
        const cell = element.closest('[class*="objects"]')?.getBoundingClientRect();
        return cell !== undefined && element.getBoundingClientRect().right <= cell.right;
      });
    await expect.poll(isWithin).toBe(true);
  });

  it('shows when a bucket was created whole, at 1024 pixels too', async () => {
    const { page } = await visitAsRoot(app, '/buckets', { viewport: { width: 1024, height: 768 } });
    const created = page.getByText(/^Created /).first();
    await created.waitFor();
    const isCut = () => created.evaluate((text) => text.scrollWidth > text.clientWidth);
    await expect.poll(isCut).toBe(false);
  });

  it('shows the end of a drive’s path where the whole has no room', async () => {
    const { page } = await visitAsRoot(app, '/tools/heal', {
      viewport: { width: 320, height: 568 },
    });
    const path = page.locator('[data-cut="start"]').first();
    await path.waitFor();
    const isEndShown = () =>
      path.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [cell, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
        return text.left < cell.left && text.right <= cell.right + 1;
      });
    await expect.poll(isEndShown).toBe(true);
  });

  it('sets the questions of the access explorer in line, whatever their hints', async () => {
    const { page } = await visitAsRoot(app, '/access-explorer', {
      viewport: { width: 1440, height: 900 },
    });
    const tops = async () => {
      const boxes = ['Action', 'Bucket', 'Object or prefix'].map((name) =>
        page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).boundingBox(),
      );
      return (await Promise.all(boxes)).map((box) => Math.round(box?.y ?? -1));
    };
    const labels = () =>
      page
        .locator('form label')
        .evaluateAll((all) => all.slice(1, 4).map((one) => one.getBoundingClientRect().top));
    await page.getByRole('button', { name: 'Check' }).waitFor();
    await expect.poll(async () => new Set(await labels()).size).toBe(1);
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
  });

  it('shows the words of a bucket’s actions whole at 320 pixels, in German too', async () => {
    const { page } = await visitAsRoot(app, '/buckets/room-for-all/admin/summary', {
      viewport: { width: 320, height: 568 },
    });
    await page.getByRole('link', { name: 'Browse Bucket' }).waitFor();
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    for (const [role, name] of [
      ['link', 'Bucket durchsuchen'],
      ['button', 'Löschen'],
    ] as const) {
      const label = page.getByRole(role, { name, exact: true }).getByText(name);
      await label.waitFor();
      const isCut = () => label.evaluate((text) => text.scrollWidth > text.clientWidth);
      await expect.poll(isCut, { message: name }).toBe(false);
    }
  });
});
