import type { Page } from 'playwright-core';

/** The frame around every page behind the login. */
export function shellOf(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  return {
    menu,
    logout: page.getByRole('button', { name: 'Logout' }),
    /** Names of the pages in the menu, as they read. */
    pages: () => menu.getByRole('link').allInnerTexts(),
    message: (text: string) => page.getByRole('status').getByText(text),
  };
}
