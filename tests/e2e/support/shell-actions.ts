import type { Page } from 'playwright-core';

/** The frame around every page behind the login. */
export function shellOf(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  return {
    menu,
    logout: page.getByRole('button', { name: 'Logout' }),
    /** Names of the pages in the menu, as they read. */
    pages: () => menu.getByRole('link').allInnerTexts(),
  };
}

/** Does something, and waits for the message that it is done; the message goes away by itself. */
export async function untilTold(page: Page, text: string | RegExp, act: () => Promise<unknown>) {
  await Promise.all([page.getByRole('status').getByText(text).waitFor(), act()]);
}

/** Opens the menu below the name of who is logged in; on a narrow page the menu that holds it first. */
export async function openAccountMenu(page: Page) {
  const account = page.getByRole('button', { name: /^Logged in as/ });
  const openMenu = page.getByRole('button', { name: 'Open menu' });
  if (await openMenu.isVisible()) await openMenu.click();
  await account.click();
}
