import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The card of a setting in the summary. */
export const card = async (title: string) =>
  within(await screen.findByRole('region', { name: title }));

/** Opens the dialog of a setting by its button. */
export async function edit(user: UserEvent, what: string, dialog: string) {
  await user.click(await screen.findByRole('button', { name: `Edit: ${what}` }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}
