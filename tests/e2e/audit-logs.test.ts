import { expect, it } from 'vitest';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket, putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

it('records what the storage server is asked, once a button was pressed, and finds it again [AUDITLOG-01] [AUDITLOG-12]', async () => {
  await putBucket(app.storage, 'audited');
  const { page } = await visitAsRoot(app, '/tools');
  await page.getByRole('link', { name: /^Audit Logs/ }).click();
  await page.getByText('There is no information with this criteria').waitFor();
  await page.getByRole('button', { name: 'Receive Records' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('textbox').inputValue()).toBe(app.url);
  await dialog.getByRole('button', { name: 'Receive Records' }).click();
  await page.getByText(`The storage server sends its calls to ${app.url}`).waitFor();

  await putObject(app.storage, 'audited', 'photos/a b.jpg', 'hello');
  await page.getByRole('button', { name: 'Advanced Filters' }).click();
  await page.getByRole('textbox', { name: 'Object' }).fill('*a b.jpg');
  const row = page.getByRole('row', { name: /PutObject/ });
  const search = page.getByRole('button', { name: 'Get Information' });
  const askAgain = async () => {
    await search.click();
    await page.locator('[role=grid]:not([aria-busy])').waitFor();
    return row.count();
  };
  // The record arrives shortly after the call.
  await expect.poll(askAgain, { timeout: 20_000 }).toBe(1);
  expect(new URL(page.url()).searchParams.get('object')).toBe('*a b.jpg');
  await row.getByRole('button', { name: /View/ }).click();
  const facts = page.getByRole('dialog', { name: 'Full Log Information' });
  await facts.getByText('photos/a b.jpg').waitFor();
  await facts.getByText(app.storage.user, { exact: true }).waitFor();
  await facts.getByRole('link', { name: 'Open the object' }).click();
  await page.waitForURL('**/buckets/audited/browse/photos/a%20b.jpg');

  await page.goBack();
  await page.getByRole('button', { name: 'Stop Receiving' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Receiving' }).click();
  await page.getByText(/nothing new is recorded/).waitFor();
});

it('leaves room for bucket and object where the window is not wide', async () => {
  const { page } = await visitAsRoot(app, '/tools/audit-logs');
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const name of ['Bucket', 'Object']) {
    const box = await page.getByRole('columnheader', { name, exact: true }).boundingBox();
    expect(box?.width, name).toBeGreaterThan(70);
  }
  const isTooWide = await page.evaluate(() => document.body.scrollWidth > window.innerWidth);
  expect(isTooWide).toBe(false);
});
