import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bucketAdmin, openSetting } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const LONG = `${'folder-'.repeat(30)}/${'n'.repeat(250)}`;

beforeAll(() => putBucket(app.storage, 'room-for-all', { [LONG]: 'x', 'deep/er/a.txt': 'x' }));

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not drawn');
  return box;
}

/** Whether somebody can press it where the page stands: nothing hides or covers its middle. */
async function isInReach(locator: Locator): Promise<boolean> {
  const { x, y, width, height } = await boxOf(locator);
  const middle = { x: x + width / 2, y: y + height / 2 };
  return locator.evaluate((element, at) => {
    const hit = document.elementFromPoint(at.x, at.y);
    return hit !== null && element.contains(hit);
  }, middle);
}

describe('room for everything', () => {
  it('leaves Download and Delete in reach under the longest name', async () => {
    const path = `/buckets/room-for-all/browse/${encodeURIComponent(LONG).replace('%2F', '/')}`;
    const { page } = await visitAsRoot(app, path, { viewport: { width: 1280, height: 600 } });
    const download = page.getByRole('link', { name: 'Download', exact: true });
    await download.waitFor();
    expect(await isInReach(download)).toBe(true);
    const panel = page.getByRole('region', { name: /^Details of/ });
    expect(await isInReach(panel.getByRole('button', { name: 'Delete' }))).toBe(true);
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
    expect(await isInReach(warning)).toBe(true);
    for (const name of ['Cancel', 'Set']) {
      expect(await isInReach(dialog.getByRole('button', { name, exact: true })), name).toBe(true);
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
    const [left, right] = [await boxOf(place), await boxOf(configure)];
    expect(left.x + left.width).toBeLessThanOrEqual(right.x);
    expect(right.x + right.width).toBeLessThanOrEqual(320);
    await configure.click();
    await bucketAdmin(page).card('Access Policy').waitFor();
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
      const cut = await label.evaluate((text) => text.scrollWidth > text.clientWidth);
      expect(cut, name).toBe(false);
    }
  });
});
