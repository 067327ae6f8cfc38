import { expect, it } from 'vitest';
import { logIn, loginForm } from './support/login-actions.ts';
import { shellOf } from './support/shell-actions.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole({ subpath: '/admin/console/' });

it('works whole below a base path, with reloads at deep addresses', async () => {
  const { page, watch } = await app.visit();
  await logIn(page, app);
  expect(app.url.endsWith('/admin/console')).toBe(true);
  await page.reload();
  watch.expectSessionEnd();
  await shellOf(page).logout.click();
  await page.waitForURL(`${app.url}/login`);
  await loginForm(page).heading.waitFor();
});

it('limits its cookie to the base path', async () => {
  const { page } = await app.visit();
  await logIn(page, app);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ path }) => path)).toEqual(['/admin/console/']);
});
