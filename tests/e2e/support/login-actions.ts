import type { Page } from 'playwright-core';
import type { ConsoleUnderTest, StorageState, Visit, VisitOptions } from './use-console.ts';

/** Locates the controls of the login screen. */
export function loginForm(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Console Login' }),
    username: page.getByLabel('Enter Username', { exact: true }),
    password: page.getByLabel('Enter Password', { exact: true }),
    submit: page.getByRole('button', { name: 'Login', exact: true }),
  };
}

/** Fills in and submits the login form on the current page. */
export async function submitLogin(page: Page, user: string, password: string) {
  const form = loginForm(page);
  await form.username.fill(user);
  await form.password.fill(password);
  await form.submit.click();
}

/** Opens an address as a visitor without a session and logs in as the root user. */
export async function logIn(page: Page, app: ConsoleUnderTest, path = '/buckets') {
  await page.goto(app.url + path);
  await submitLogin(page, app.storage.user, app.storage.password);
  await page.waitForURL(app.url + path);
}

const rootSessions = new WeakMap<ConsoleUnderTest, StorageState>();

/**
 * Opens an address as a new visitor with the root user's session, which is created once per
 * console.
 */
export async function visitAsRoot(
  app: ConsoleUnderTest,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const storageState = rootSessions.get(app);
  const visit = await app.visit({ ...options, ...(storageState && { storageState }) });
  if (storageState === undefined) {
    await logIn(visit.page, app, path);
    rootSessions.set(app, await visit.page.context().storageState());
  } else {
    await visit.page.goto(app.url + path);
  }
  return visit;
}
