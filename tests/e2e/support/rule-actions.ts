import type { Locator, Page } from 'playwright-core';

/** The row of a list of rules that has this text. */
export function ruleRow(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** Opens a dialog by the first button of its name, in the section's head or in its empty place. */
export async function ruleDialog(page: Page, title: string, button = title): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

/** Opens a dialog by the menu of a row. */
export async function chooseRule(
  page: Page,
  text: string,
  action: string,
  title: string,
): Promise<Locator> {
  await ruleRow(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}
