import type { Page } from 'playwright-core';

/** Locates the frame around every page behind the login. */
export function shellOf(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  return {
    menu,
    logout: page.getByRole('button', { name: 'Logout' }),
    /** Names of the pages in the menu, as displayed. */
    pages: () => menu.getByRole('link').allInnerTexts(),
  };
}

/** Performs an action and waits for its success message, which disappears automatically. */
export async function untilTold(page: Page, text: string | RegExp, act: () => Promise<unknown>) {
  await Promise.all([page.getByRole('status').getByText(text).waitFor(), act()]);
}

/** Opens the account menu; on a narrow page, opens the main menu that contains it first. */
export async function openAccountMenu(page: Page) {
  const account = page.getByRole('button', { name: /^Logged in as/ });
  const openMenu = page.getByRole('button', { name: 'Open menu' });
  if (await openMenu.isVisible()) await openMenu.click();
  await account.click();
}
