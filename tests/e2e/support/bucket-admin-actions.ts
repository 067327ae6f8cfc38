import type { Locator, Page } from 'playwright-core';

/** Locates the controls of a bucket's settings. */
export function bucketAdmin(page: Page) {
  const menu = page.getByRole('navigation', { name: 'Settings of the bucket' });
  return {
    menu,
    /** Names of the menu sections. */
    sections: () => menu.getByRole('link').allInnerTexts(),
    current: menu.locator('[aria-current="page"]'),
    /** The card of a setting in the summary. */
    card: (title: string) => page.getByRole('region', { name: title, exact: true }),
    /** Titles of the cards in the summary. */
    cards: () => page.locator('main section[aria-label] h2').allInnerTexts(),
    edit: (what: string) => page.getByRole('button', { name: `Edit: ${what}`, exact: true }),
    edits: async () => {
      const labels = await page
        .getByRole('button', { name: /^Edit: / })
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
      return labels.map((label) => label.replace('Edit: ', ''));
    },
    delete: page.getByRole('button', { name: 'Delete', exact: true }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
  };
}

/** Opens a setting's dialog. */
export async function openSetting(page: Page, what: string, title: string): Promise<Locator> {
  await bucketAdmin(page).edit(what).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

/** Calls the API with a page's session, as another user would from another browser. */
export function askApi<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Answer }> {
  return page.evaluate(
    async (call) => {
      const answer = await fetch(`/api/v1${call.path}`, {
        method: call.method,
        headers: {
          'x-stowage-token': localStorage.getItem('token') ?? '',
          ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
    },
    { method, path, body },
  );
}

/** Makes such a call and returns its status. */
export async function callApi(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  return (await askApi(page, method, path, body)).status;
}
