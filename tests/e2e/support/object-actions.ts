import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { untilTold } from './shell-actions.ts';

/** Locates the controls of the object browser. */
export function objectBrowser(page: Page) {
  const table = page.getByRole('grid', { name: 'Objects' });
  return {
    table,
    /** The row of an object or folder, by its displayed name. */
    row: (name: string) =>
      table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) }),
    names: () => table.getByRole('rowheader').allInnerTexts(),
    search: page.getByRole('searchbox'),
    upload: page.getByRole('button', { name: 'Upload', exact: true }),
    refresh: page.getByRole('button', { name: 'Refresh' }),
    deleteSelected: page.getByRole('button', { name: 'Delete Selected' }),
    empty: page.getByText('This location is empty, please try uploading a new file'),
  };
}

/** Uploads files, or one folder, through the upload menu of the object browser. */
export async function upload(
  page: Page,
  what: 'Upload files' | 'Upload folder',
  paths: string | string[],
) {
  await objectBrowser(page).upload.click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: what }).click();
  const files = await chooser;
  await untilTold(page, 'Object(s) uploaded successfully.', () => files.setFiles(paths));
}

/** Opens a row's menu and chooses an action. */
export async function chooseAction(page: Page, row: Locator, action: string) {
  const options = row.getByRole('button', { name: /^Actions for/ });
  await options.click();
  const label = (await options.getAttribute('aria-label')) ?? '';
  const menu = page.getByRole('menu', { name: label, exact: true });
  await menu.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Downloads the row's item and returns its name and content. */
export async function download(page: Page, row: Locator) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    chooseAction(page, row, 'Download'),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** Confirms the open Delete dialog, typing the confirmation if it requires one. */
export async function confirmDeletion(page: Page, typed?: string) {
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  if (typed !== undefined) await dialog.getByLabel(`Type ${typed} to confirm`).fill(typed);
  await dialog.getByRole('button', { name: 'Delete' }).click();
}
