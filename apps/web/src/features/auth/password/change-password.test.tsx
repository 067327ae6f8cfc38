import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderApp } from '#web/testing/render-app.tsx';

const SECRET = 'my-new-secret';

async function open(handlers: Handlers = {}) {
  const rendered = renderApp({
    route: '/account/change-password',
    handlers: {
      'auth.changePassword': () => undefined,
      'serviceAccounts.listDetails': () => ({ serviceAccounts: [] }),
      'buckets.hasPermission': () => ({ permissions: [] }),
      ...handlers,
    },
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  return {
    ...rendered,
    dialog,
    current: dialog.getByLabelText(/^Current Password/),
    next: dialog.getByLabelText(/^New Password/),
    again: dialog.getByLabelText(/^Type New Password Again/),
    save: dialog.getByRole('button', { name: 'Save' }),
  };
}

const isRefused = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';

describe('the own password', () => {
  it('is changed by three fields [PASSWD-01, PASSWD-02, APIB-08]', async () => {
    const { user, server, current, next, again, save } = await open();
    for (const field of [current, next, again]) {
      expect(isRefused(save)).toBe(true);
      await user.type(field, field === current ? 'my-old-secret' : SECRET);
    }
    expect(isRefused(save)).toBe(false);
    await user.click(save);
    await waitFor(() => expect(globalThis.location.pathname).toBe('/account'));
    expect(server.calls('auth.changePassword').map(({ body }) => body)).toEqual([
      { current_secret_key: 'my-old-secret', new_secret_key: SECRET },
    ]);
    expect(clientState().modalSnackBar?.message).toMatch(/^Your password was changed/);
  });

  it('has at least 8 characters; the length of the present one does not matter [PASSWD-03, PASSWD-08]', async () => {
    const { user, server, current, next, again, save } = await open();
    await user.type(current, 'old');
    await user.type(next, 'seven77');
    await user.type(again, 'seven77');
    await user.click(save);
    expect(fieldError(next)).toBe('Passwords must be at least 8 characters long');
    expect(server.calls('auth.changePassword')).toEqual([]);
  });

  it('is typed twice alike [PASSWD-04]', async () => {
    const { user, server, current, next, again, save } = await open();
    await user.type(current, 'my-old-secret');
    await user.type(next, SECRET);
    await user.type(again, 'another-secret');
    await user.click(save);
    expect(fieldError(again)).toBe("New passwords don't match");
    expect(server.calls('auth.changePassword')).toEqual([]);
  });

  it('stays when the present one is wrong, which is said at its field', async () => {
    const { user, dialog, current, next, again, save } = await open({
      'auth.changePassword': () => fail('WrongPassword', { field: 'current_secret_key' }),
    });
    await user.type(current, 'not-mine');
    await user.type(next, SECRET);
    await user.type(again, SECRET);
    await user.click(save);
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'The current password is wrong.',
    );
    expect(fieldError(current)).toBe('The current password is wrong.');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
  });

  it('is changed from the account menu, where the page is open', async () => {
    const { user, unmount } = renderApp({
      route: '/tools',
      handlers: { 'auth.changePassword': () => undefined },
    });
    await user.click(await screen.findByRole('button', { name: /root/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
    await screen.findByRole('dialog', { name: 'Change Password' });
    unmount();
    const pages = aSession().pages.filter((page) => page !== '/account/change-password');
    const other = renderApp({ route: '/tools', session: aSession({ pages }) });
    await other.user.click(await screen.findByRole('button', { name: /root/ }));
    await screen.findByRole('menuitem', { name: 'My sessions' });
    expect(screen.queryByRole('menuitem', { name: 'Change password' })).toBeNull();
  });
});
