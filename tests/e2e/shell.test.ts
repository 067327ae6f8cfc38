import { expect, it } from 'vitest';
import { logIn } from './support/login-actions.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

it('is as wide as its measures say, the menu open and closed [SHELL-19, SHELL-20, SHELL-21]', async () => {
  const { page } = await app.visit({ viewport: { width: 1920, height: 900 } });
  await logIn(page, app);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const width = async () => (await menu.boundingBox())?.width;
  await expect.poll(width).toBe(245);
  const content = page.locator('main [data-width="container"]');
  await expect.poll(async () => (await content.boundingBox())?.width).toBe(1180);
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await expect.poll(width).toBe(115);
});
