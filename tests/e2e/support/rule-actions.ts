import type { Locator, Page } from 'playwright-core';

/** Locates the row with this text in a list of rules. */
export function ruleRow(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** Opens a dialog with the first button of its name, in the section's header or its empty state. */
export async function ruleDialog(page: Page, title: string, button = title): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.waitFor();
  return dialog;
}

/** Opens a dialog from a row's menu. */
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
