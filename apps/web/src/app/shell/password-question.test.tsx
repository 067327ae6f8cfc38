import { deleteUser } from '@stowage/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { call } from '#web/lib/api/call.ts';
import { fail } from '#web/testing/fake-server.ts';
import { renderApp } from '#web/testing/render-app.tsx';

vi.mock('../screens.ts', () => import('#web/testing/screens.tsx'));

async function deleteAnn() {
  let confirmed = false;
  const { user, server } = renderApp({
    route: '/buckets',
    handlers: {
      'identity.deleteUser': () => (confirmed ? undefined : fail('PasswordRequired')),
      'auth.confirmPassword': ({ body }) => {
        if ((body as { secretKey: string }).secretKey !== 'right') return fail('WrongPassword');
        confirmed = true;
        return undefined;
      },
    },
  });
  await screen.findByRole('heading', { name: 'Bucket list' });
  const result = call(deleteUser, { query: { name: 'ann' }, body: { id: 'ann' } }).then(
    () => 'deleted',
    (error: Error) => error.message,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your password' }));
  return { user, server, dialog, result };
}

describe('a call that needs a recent login', () => {
  it('is repeated once the password was entered', async () => {
    const { user, server, dialog, result } = await deleteAnn();
    await user.type(dialog.getByLabelText(/^Password/), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('The current password is wrong.')).toBeVisible();
    await user.clear(dialog.getByLabelText(/^Password/));
    await user.type(dialog.getByLabelText(/^Password/), 'right');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await result).toBe('deleted');
    expect(server.calls('identity.deleteUser')).toHaveLength(2);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('fails with the reason when nobody enters it', async () => {
    const { user, server, dialog, result } = await deleteAnn();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await result).toMatch(/login is older than 15 minutes/);
    expect(server.calls('identity.deleteUser')).toHaveLength(1);
  });
});
