import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bucketList } from './support/bucket-actions.ts';
import { logIn, loginForm, submitLogin } from './support/login-actions.ts';
import { shellOf, untilTold } from './support/shell-actions.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

describe('login', () => {
  it('sends a visitor without a session to the login screen [SHELL-02, AUTH-01, AUTH-04]', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/buckets`);
    await page.waitForURL(`${app.url}/login`);
    await loginForm(page).heading.waitFor();
    await expect.poll(() => page.title()).toBe('Console Login');
  });

  it('says what it needs where its code does not run, as in a browser that is too old', async () => {
    const { page } = await app.visit();
    const nothing = { contentType: 'text/javascript', body: '' };
    await page.route('**/*.js', (route) => route.fulfill(nothing));
    await page.goto(`${app.url}/login`);
    await page.getByText('Stowage has not started yet.').waitFor();
  });

  it('draws the panel in its size [AUTH-05]', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await loginForm(page).heading.waitFor();
    const sizes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main, main *')].map((element) => {
          const { width, height } = element.getBoundingClientRect();
          return `${width}x${height}`;
        }),
      );
    // Heights differ until the font is loaded.
    await expect.poll(sizes).toContain('800x424');
  });

  it('asks for both fields before it lets anybody log in [AUTH-07, AUTH-08, AUTH-09]', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    const form = loginForm(page);
    await form.heading.waitFor();
    expect(await form.submit.isDisabled()).toBe(true);
    await form.username.fill('someone');
    expect(await form.submit.isDisabled()).toBe(true);
    await form.password.fill('something');
    expect(await form.submit.isEnabled()).toBe(true);
    await form.username.fill('');
    expect(await form.submit.isDisabled()).toBe(true);
  });

  it('opens the first page and remembers the name [AUTH-12, AUTH-24, AUTH-26]', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await submitLogin(page, app.storage.user, app.storage.password);
    await page.waitForURL(`${app.url}/dashboard`);
    const kept = await page.evaluate(() => localStorage.getItem('userLoggedIn'));
    expect(kept).toBe(Buffer.from(app.storage.user).toString('base64'));
  });

  it('keeps nothing in the browser that opens the storage', async () => {
    const { page } = await app.visit();
    await logIn(page, app);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain(app.storage.password);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Lax' },
    ]);
  });

  it('keeps a session for a week for who asks for it', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
    await page.getByText('Stays signed in for up to 7 days.').waitFor();
    await submitLogin(page, app.storage.user, app.storage.password);
    await page.waitForURL(`${app.url}/dashboard`);
    const [cookie] = await page.context().cookies();
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(7);
  });

  it.each([
    ['a wrong password', () => [app.storage.user, 'not-the-password']],
    ['an unknown user', () => ['nobody', 'not-the-password']],
  ] as const)(
    'answers %s with the error banner and can be used again [AUTH-28, AUTH-29]',
    async (_, account) => {
      const { page, watch } = await app.visit();
      watch.expectFailure({ status: 401, path: '/api/v1/login' });
      await page.goto(`${app.url}/login`);
      const [user = '', password = ''] = account();
      await submitLogin(page, user, password);
      const banner = page.getByRole('alert');
      await banner.getByText('The username or the password is wrong.').waitFor();
      await banner.getByText('Error', { exact: true }).waitFor();
      await submitLogin(page, app.storage.user, app.storage.password);
      await page.waitForURL(`${app.url}/dashboard`);
    },
  );

  it('takes the keyboard alone', async () => {
    const { page } = await app.visit();
    await page.goto(`${app.url}/login`);
    await loginForm(page).heading.waitFor();
    await page.keyboard.type(app.storage.user);
    await page.keyboard.press('Tab');
    await page.keyboard.type(app.storage.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}/dashboard`);
  });
});

describe('session', () => {
  /**
   * Makes the bucket list notice that its session has ended; a background call of the page may
   * notice it first.
   */
  async function hearOfTheEnd(page: Page) {
    const atLogin = page.waitForURL(`${app.url}/login`);
    await Promise.race([bucketList(page).refresh.click(), atLogin]);
    await atLogin;
  }

  it('survives a reload at a deep address', async () => {
    const { page } = await app.visit();
    await logIn(page, app, '/buckets?filter=photos');
    await page.reload();
    await shellOf(page).logout.waitFor();
    expect(page.url()).toBe(`${app.url}/buckets?filter=photos`);
  });

  it('that has ended leads to the login screen and back to where it was [AUTH-25, AUTH-27, AUTH-38, AUTH-40, AUTH-41]', async () => {
    const { page, watch } = await app.visit();
    watch.expectSessionEnd();
    await logIn(page, app, '/buckets?filter=photos');
    await bucketList(page).create.waitFor();
    const opened = await page.context().cookies();
    await page.context().addCookies(opened.map((cookie) => ({ ...cookie, value: 'ended' })));
    await hearOfTheEnd(page);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await submitLogin(page, app.storage.user, app.storage.password);
    await page.waitForURL(`${app.url}/buckets?filter=photos`);
    expect(await page.evaluate(() => localStorage.getItem('redirect-path'))).toBeNull();
  });

  it('cannot be opened with the cookie alone, as a page on another port of the host has it', async () => {
    const { page } = await app.visit();
    await logIn(page, app);
    const cookies = await page.context().cookies();
    const { page: thief } = await app.visit();
    await thief.context().addCookies(cookies);
    await thief.goto(`${app.url}/buckets`);
    await loginForm(thief).heading.waitFor();
    await page.reload();
    await shellOf(page).logout.waitFor();
  });

  it('ends on every device at once when its user says so', async () => {
    const [laptopVisit, phoneVisit] = [await app.visit(), await app.visit()];
    for (const { watch } of [laptopVisit, phoneVisit]) watch.expectSessionEnd();
    const [laptop, phone] = [laptopVisit.page, phoneVisit.page];
    for (const page of [laptop, phone]) await logIn(page, app);
    await laptop.getByRole('button', { name: /^Logged in as/ }).click();
    await laptop.getByRole('menuitem', { name: 'End all my sessions' }).click();
    await laptop.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await laptop.waitForURL(`${app.url}/login`);
    await untilTold(phone, 'Your session has ended. Log in again.', () => hearOfTheEnd(phone));
  });

  it('ends with logout, in every tab and on the server [AUTH-43, SHELL-46]', async () => {
    const { page, watch } = await app.visit();
    await logIn(page, app);
    const cookies = await page.context().cookies();
    watch.expectSessionEnd();
    await shellOf(page).logout.click();
    await page.waitForURL(`${app.url}/login`);
    await loginForm(page).heading.waitFor();

    const { page: thief } = await app.visit();
    await thief.context().addCookies(cookies);
    await thief.goto(`${app.url}/buckets`);
    await loginForm(thief).heading.waitFor();
  });
});
