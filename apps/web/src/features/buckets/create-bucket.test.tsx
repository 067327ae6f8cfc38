import type { SessionInfo } from '@stowage/contract/auth';
import { ERRORS } from '@stowage/contract/errors';
import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BucketsPage } from './buckets-page.tsx';

type Dialog = ReturnType<typeof within<typeof import('@testing-library/react').queries>>;

async function openDialog(handlers: Handlers = {}, parts: Partial<SessionInfo> = {}) {
  const server = fakeServer({
    'buckets.list': () => ({ buckets: [aBucket({ name: 'other' })], total: 1 }),
    'buckets.listAccess': () => ({ access: {}, anonymous: [] }),
    'buckets.hasPermission': ({ body }) => ({
      permissions: body.actions.map(({ id }) => ({ id, can: true })),
    }),
    'buckets.create': () => undefined,
    ...handlers,
  });
  const session = aSession(parts);
  const { user } = await renderScreen(<BucketsPage />, { route: '/buckets', session });
  const show = async () => {
    await user.click(await screen.findByRole('button', { name: 'Create Bucket' }));
    return within(await screen.findByRole('dialog', { name: 'Create Bucket' }));
  };
  return { server, user, dialog: await show(), show };
}

const nameOf = (dialog: Dialog) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name: /Bucket Name/ });
const toggle = (dialog: Dialog, name: string) =>
  dialog.getByRole<HTMLInputElement>('switch', { name });
const save = (dialog: Dialog) => dialog.getByRole('button', { name: 'Save' });
const number = (dialog: Dialog, label: string) => dialog.getByLabelText<HTMLInputElement>(label);

afterEach(() => vi.useRealTimers());

describe('the Create Bucket dialog', () => {
  it('opens with everything off and nothing entered [BUCKETS-25] [BUCKETS-26]', async () => {
    const { dialog } = await openDialog();
    expect(nameOf(dialog).value).toBe('');
    const names = ['Versioning', 'Object Locking', 'Quota', 'Retention'];
    expect(names.map((name) => toggle(dialog, name).checked)).toEqual([false, false, false, false]);
  });

  it('asks for a name alone where the server offers no features', async () => {
    const { dialog } = await openDialog({}, { capabilities: capabilitiesWhere(() => false) });
    expect(nameOf(dialog)).toBeDefined();
    expect(dialog.queryAllByRole('switch')).toEqual([]);
    expect(dialog.queryByText('Features')).toBeNull();
  });

  it('offers quota as hard of 1 TiB at first, of two types [BUCKETS-27] [BUCKETS-29]', async () => {
    const { user, dialog } = await openDialog();
    await user.click(toggle(dialog, 'Quota'));
    const types = within(dialog.getByRole('radiogroup', { name: 'Quota Type' }));
    expect(types.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      'hard',
      'fifo',
    ]);
    expect(types.getByRole<HTMLInputElement>('radio', { name: 'Hard' }).checked).toBe(true);
    expect(number(dialog, 'Quota Size').value).toBe('1');
    expect(number(dialog, 'Quota Unit').value).toBe('TiB');
  });

  it('offers retention as compliance of 1 day at first [BUCKETS-28] [BUCKETS-30] [BUCKETS-31]', async () => {
    const { user, dialog } = await openDialog();
    await user.click(toggle(dialog, 'Retention'));
    const modes = within(dialog.getByRole('radiogroup', { name: 'Retention Mode' }));
    expect(modes.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)).toEqual([
      'compliance',
      'governance',
    ]);
    expect(modes.getByRole<HTMLInputElement>('radio', { name: 'Compliance' }).checked).toBe(true);
    const units = dialog.getByLabelText<HTMLSelectElement>('Validity Unit');
    expect([...units.options].map(({ value }) => value)).toEqual(['days', 'years']);
    expect(units.value).toBe('days');
    expect(number(dialog, 'Validity').value).toBe('1');
  });

  it('shows the unit of retention in the singular for 1 [BUCKETS-32]', async () => {
    const { user, dialog } = await openDialog();
    await user.click(toggle(dialog, 'Retention'));
    const labels = () =>
      [...dialog.getByLabelText<HTMLSelectElement>('Validity Unit').options].map(
        ({ text }) => text,
      );
    expect(labels()).toEqual(['day', 'year']);
    await user.type(number(dialog, 'Validity'), '0');
    expect(labels()).toEqual(['days', 'years']);
  });
});

describe('the name', () => {
  it('is looked at a second after the last key [BUCKETS-34]', async () => {
    const { dialog, user } = await openDialog();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const typing = user.type(nameOf(dialog), 'photos');
    await act(() => vi.advanceTimersByTimeAsync(10));
    await typing;
    expect(save(dialog)).toBeDisabled();
    await act(() => vi.advanceTimersByTimeAsync(980));
    expect(save(dialog)).toBeDisabled();
    await act(() => vi.advanceTimersByTimeAsync(40));
    expect(save(dialog)).not.toBeDisabled();
  });

  it('is sent by Enter right after it was typed', async () => {
    const { dialog, user, server } = await openDialog();
    await user.type(nameOf(dialog), 'photos{Enter}');
    await waitFor(() => expect(server.calls('buckets.create')).toHaveLength(1));
    expect(server.calls('buckets.create')[0]?.body.name).toBe('photos');
  });

  it('is asked for when the dialog is left right after it was typed', async () => {
    const { dialog, user } = await openDialog();
    await user.type(nameOf(dialog), 'photos{Escape}');
    expect(dialog.getByText('There are unsaved changes.')).toBeVisible();
  });

  it('must not be blank [BUCKETS-33]', async () => {
    const { dialog, user } = await openDialog();
    await user.type(nameOf(dialog), '   ');
    await user.tab();
    expect(await dialog.findByText('Enter a name.')).toBeDefined();
    expect(save(dialog)).toBeDisabled();
  });

  it('has each rule that it breaks named under it', async () => {
    const { dialog, user } = await openDialog();
    await user.type(nameOf(dialog), 'Bad..Name-');
    await user.tab();
    expect(await dialog.findByText('Use lower-case letters only.')).toBeDefined();
    expect(dialog.getByText('Two periods cannot be adjacent.')).toBeDefined();
    expect(dialog.getByText('The name must end with a letter or digit.')).toBeDefined();
    await user.clear(nameOf(dialog));
    await user.type(nameOf(dialog), 'good-name');
    await user.tab();
    await waitFor(() => expect(dialog.queryByText(/Two periods/)).toBeNull());
  });
});

describe('rules of the form', () => {
  const withName = async (handlers: Handlers = {}) => {
    const parts = await openDialog(handlers);
    await parts.user.type(nameOf(parts.dialog), 'photos');
    await parts.user.tab();
    return parts;
  };

  it('needs a quota that is not empty and not 0 [BUCKETS-35] and enables Save only then [BUCKETS-38]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Quota'));
    const size = number(dialog, 'Quota Size');
    expect(save(dialog)).not.toBeDisabled();
    await user.clear(size);
    expect(save(dialog)).toBeDisabled();
    await user.type(size, '0');
    expect(save(dialog)).toBeDisabled();
    await user.type(size, '5');
    expect(save(dialog)).not.toBeDisabled();
  });

  it('takes whole numbers from 1 as a quota, typed and stepped [BUCKETS-36]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Quota'));
    const size = number(dialog, 'Quota Size');
    await user.clear(size);
    await user.type(size, '2{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(size.value).toBe('1');
    for (const typed of ['0.5', '0', '-1']) {
      await user.clear(size);
      await user.type(size, typed);
      expect(size.value).toBe(typed);
      expect(save(dialog)).toBeDisabled();
      expect(dialog.getByText('Enter a whole number of at least 1.')).toBeVisible();
    }
    await user.clear(size);
    await user.paste('1e3');
    expect(size.value).toBe('');
  });

  it('needs a validity of at least 1, a whole number [BUCKETS-31] [BUCKETS-37]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Retention'));
    const validity = number(dialog, 'Validity');
    await user.clear(validity);
    expect(save(dialog)).toBeDisabled();
    await user.type(validity, '0');
    expect(save(dialog)).toBeDisabled();
    await user.clear(validity);
    await user.type(validity, '1.5');
    expect(validity.value).toBe('1.5');
    expect(save(dialog)).toBeDisabled();
    await user.clear(validity);
    await user.type(validity, '30');
    expect(save(dialog)).not.toBeDisabled();
  });

  it('holds locking on while retention is on [BUCKETS-46] [BUCKETS-47]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Retention'));
    expect(toggle(dialog, 'Object Locking').checked).toBe(true);
    expect(toggle(dialog, 'Object Locking')).toBeDisabled();
    expect(toggle(dialog, 'Versioning').checked).toBe(true);
    await user.click(toggle(dialog, 'Retention'));
    expect(toggle(dialog, 'Object Locking').disabled).toBe(false);
  });

  it('puts retention back when versioning goes off [BUCKETS-48]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Retention'));
    await user.click(dialog.getByRole('radio', { name: 'Governance' }));
    await user.type(number(dialog, 'Validity'), '0');
    await user.click(toggle(dialog, 'Versioning'));
    expect(toggle(dialog, 'Retention').checked).toBe(false);
    await user.click(toggle(dialog, 'Retention'));
    expect(number(dialog, 'Validity').value).toBe('1');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Compliance' }).checked).toBe(true);
  });

  it('is emptied by Clear [BUCKETS-45]', async () => {
    const { user, dialog } = await withName();
    await user.click(toggle(dialog, 'Quota'));
    await user.click(dialog.getByRole('button', { name: 'Clear' }));
    expect(nameOf(dialog).value).toBe('');
    expect(toggle(dialog, 'Quota').checked).toBe(false);
    expect(save(dialog)).toBeDisabled();
  });

  it('has no features in a single-disk setup, and says so [BUCKETS-49] [BUCKETS-50]', async () => {
    const { dialog } = await openDialog({}, { distributedMode: false });
    expect(
      dialog.getByText('These features are unavailable in a single-disk setup.'),
    ).toBeDefined();
    for (const name of ['Versioning', 'Object Locking', 'Quota', 'Retention']) {
      expect(toggle(dialog, name)).toBeDisabled();
    }
  });
});

describe('saving', () => {
  const fill = async (handlers: Handlers = {}) => {
    const parts = await openDialog(handlers);
    const { user, dialog } = parts;
    await user.type(nameOf(dialog), 'photos');
    await user.click(toggle(dialog, 'Quota'));
    await user.type(number(dialog, 'Quota Size'), '0');
    await user.selectOptions(dialog.getByLabelText('Quota Unit'), 'GiB');
    return parts;
  };

  it('sends the quota in bytes [BUCKETS-40] and leaves out what is off', async () => {
    const { server, user, dialog } = await fill();
    await user.click(save(dialog));
    await waitFor(() => expect(server.calls('buckets.create')).toHaveLength(1));
    expect(server.calls('buckets.create')[0]?.body).toEqual({
      name: 'photos',
      versioning: false,
      locking: false,
      quota: { enabled: true, quota_type: 'hard', amount: 10 * 1024 ** 3 },
    });
  });

  it('closes, loads the list again and starts afresh [BUCKETS-41] [BUCKETS-42] [BUCKETS-44]', async () => {
    const { server, user, dialog, show } = await fill();
    server.use({ 'buckets.list': () => ({ buckets: [aBucket({ name: 'photos' })], total: 1 }) });
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('link', { name: 'photos' })).toBeDefined();
    expect(clientState().modalSnackBar?.message).toBe("Bucket 'photos' created successfully.");
    const again = await show();
    expect(nameOf(again).value).toBe('');
    expect(toggle(again, 'Quota').checked).toBe(false);
  });

  it('is locked with a loader while it runs [BUCKETS-39]', async () => {
    const answer = Promise.withResolvers<undefined>();
    const { user, dialog } = await fill({ 'buckets.create': () => answer.promise });
    await user.click(save(dialog));
    expect(await dialog.findByRole('progressbar', { name: 'Loading' })).toBeDefined();
    expect(nameOf(dialog)).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Clear' })).toBeDisabled();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    answer.resolve(undefined);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows a failure in the dialog and keeps what was entered [BUCKETS-43]', async () => {
    const { user, dialog } = await fill({ 'buckets.create': () => fail('StorageFull') });
    await user.click(save(dialog));
    expect(await dialog.findByRole('alert')).toHaveTextContent(ERRORS.StorageFull.message);
    expect(nameOf(dialog).value).toBe('photos');
    expect(number(dialog, 'Quota Size').value).toBe('10');
    expect(save(dialog)).not.toBeDisabled();
  });

  it('says at the name that it is taken, until it is another', async () => {
    const taken = () => fail('BucketExists', { field: 'name' });
    const { user, dialog } = await fill({ 'buckets.create': taken });
    await user.click(save(dialog));
    await waitFor(() => expect(fieldError(nameOf(dialog))).toMatch(ERRORS.BucketExists.message));
    await user.type(nameOf(dialog), '-2');
    expect(fieldError(nameOf(dialog))).toBe('');
  });
});
