import { describe, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

describe('settings', () => {
  it('are changed at once, found in the history, brought back and reset', async () => {
    const { page } = await visitAsRoot(app, '/settings');
    await page.getByRole('link', { name: /^API/ }).waitFor();
    await expectAccessible(page, 'settings');
    const save = async (requests: string) => {
      await page.getByRole('link', { name: /^API/ }).click();
      await page.getByLabel('Requests Max', { exact: true }).fill(requests);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const review = page.getByRole('dialog', { name: 'Save API settings' });
      await review.getByText(requests, { exact: true }).waitFor();
      return review;
    };
    const first = await save('1234');
    await expectAccessible(page, 'changes of settings');
    await first.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${app.url}/settings`);
    await (await save('4321')).getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${app.url}/settings`);

    await page.getByRole('link', { name: 'History' }).click();
    const earlier = page.getByRole('row').filter({ hasText: 'requests_max=1234' });
    await earlier.getByRole('button', { name: /^Restore/ }).click();
    const restore = page.getByRole('dialog', { name: 'Restore an earlier change' });
    await restore.getByText('4321', { exact: true }).waitFor();
    await restore.getByRole('button', { name: 'Restore' }).click();
    await restore.waitFor({ state: 'hidden' });

    await page.goto(`${app.url}/settings/api`);
    await page.locator('input[value="1234"]').waitFor();
    await expectAccessible(page, 'a form of settings');
    await page.getByRole('button', { name: 'Reset all' }).click();
    const reset = page.getByRole('dialog', { name: 'Reset API' });
    await reset.getByRole('button', { name: 'Reset' }).click();
    await page.waitForURL(`${app.url}/settings`);
  });

  it('wait for a restart, which the session survives [SETTINGS-43]', async () => {
    const { page, watch } = await visitAsRoot(app, '/settings/site');
    watch.expectRestart();
    await page.getByLabel('Name', { exact: true }).fill('e2e-rack');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Save Site settings' });
    const listed = page.waitForResponse(`${app.url}/api/v1/configs`);
    await review.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(`${app.url}/settings`);
    // Calls in progress fail when the server goes down, as they should.
    await (await listed).finished();
    const needed = page.getByText('The instance needs to be restarted');
    await needed.waitFor();
    // The state comes from the server, not only from the page.
    const again = page.waitForResponse(`${app.url}/api/v1/configs`);
    await page.reload();
    await (await again).finished();
    await needed.waitFor();
    await page.getByRole('button', { name: 'Restart', exact: true }).click();
    await needed.waitFor({ state: 'hidden' });
    await page.getByText('The server is restarting.').waitFor({ state: 'hidden', timeout: 60_000 });
    await page.goto(`${app.url}/settings/site`);
    await page.locator('input[value="e2e-rack"]').waitFor();
  });
});
