import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { aLifecycleRule } from './testing/a-lifecycle-rule.ts';
import { openAdd, openLifecycle } from './testing/open-lifecycle.tsx';

const added = { 'bucketAdmin.addLifecycleRule': () => undefined };

describe('the dialog Add Lifecycle Rule', () => {
  it('collects type, days, prefix, tags and the delete marker [LIFE-03] [LIFE-04] [LIFE-08] [LIFE-13] [LIFE-15]', async () => {
    const { user, server } = await openLifecycle([aLifecycleRule()], added);
    const dialog = await openAdd(user);
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(dialog.getByRole('radio', { name: 'Expiry' })).toBeChecked();
    expect(save).toBeDisabled();
    await user.type(dialog.getByLabelText(/^Days/), '0');
    expect(save).toBeDisabled();
    await user.clear(dialog.getByLabelText(/^Days/));
    await user.type(dialog.getByLabelText(/^Days/), '30');
    await user.type(dialog.getByLabelText('Delete old versions after days'), '7');
    await user.type(dialog.getByLabelText('Prefix'), 'logs/');
    await user.type(dialog.getByLabelText('Tag key 1'), 'keep');
    await user.type(dialog.getByLabelText('Tag value 1'), 'no');
    await user.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toEqual({
      prefix: 'logs/',
      tags: 'keep=no',
      expired_object_delete_marker: false,
      expiry_days: 30,
      noncurrentversion_expiration_days: 7,
    });
  });

  it('saves a date once it is complete, with the end of its day [LIFE-07] [LIFE-14] [LIFE-18]', async () => {
    const { user, server } = await openLifecycle([], added);
    const dialog = await openAdd(user);
    await user.click(dialog.getByRole('radio', { name: 'On a date' }));
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    fireEvent.change(dialog.getByLabelText(/^Date/), { target: { value: '2020-12-31' } });
    expect(dialog.getByText(/^This day has passed/)).toBeDefined();
    fireEvent.change(dialog.getByLabelText(/^Date/), { target: { value: '2026-12-31' } });
    await user.click(save);
    await waitFor(() => expect(server.calls('bucketAdmin.addLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toEqual({
      prefix: '',
      tags: '',
      expired_object_delete_marker: false,
      expiry_date: '2026-12-31T23:59:59Z',
    });
  });

  it('removes delete markers where current versions are left alone [LIFE-04]', async () => {
    const { user, server } = await openLifecycle([], added);
    const dialog = await openAdd(user);
    const markers = dialog.getByRole('checkbox', { name: 'Expired object delete marker' });
    expect(markers).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'Do nothing' }));
    await user.click(markers);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('bucketAdmin.addLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toEqual({
      prefix: '',
      tags: '',
      expired_object_delete_marker: true,
    });
  });

  it('moves to one of the tiers [LIFE-09] [LIFE-10] [LIFE-11] [LIFE-17]', async () => {
    const { user, server } = await openLifecycle([], added);
    const dialog = await openAdd(user);
    await user.click(dialog.getByRole('radio', { name: 'Transition' }));
    await user.type(dialog.getByLabelText(/^Days/), '10');
    const save = dialog.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    const tiers = dialog.getByLabelText(/^Storage Class(?! for)/);
    await within(tiers).findByRole('option', { name: 'COLD (s3)' });
    expect(
      within(tiers)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Choose a tier', 'COLD (s3)', 'ICE (minio)']);
    await user.selectOptions(tiers, 'COLD');
    expect(save).not.toBeDisabled();
    await user.type(dialog.getByLabelText('Move old versions after days'), '3');
    expect(save).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText(/^Storage Class for old versions/), 'ICE');
    await user.click(save);
    await waitFor(() => expect(server.calls('bucketAdmin.addLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toEqual({
      prefix: '',
      tags: '',
      expired_object_delete_marker: false,
      transition_days: 10,
      storage_class: 'COLD',
      noncurrentversion_transition_days: 3,
      noncurrentversion_transition_storage_class: 'ICE',
    });
  });

  it('moves on a date [LIFE-16]', async () => {
    const { user, server } = await openLifecycle([], added);
    const dialog = await openAdd(user);
    await user.click(dialog.getByRole('radio', { name: 'Transition' }));
    await user.click(dialog.getByRole('radio', { name: 'On a date' }));
    fireEvent.change(dialog.getByLabelText(/^Date/), { target: { value: '2026-12-31' } });
    await dialog.findAllByRole('option', { name: 'COLD (s3)' });
    await user.selectOptions(dialog.getByLabelText(/^Storage Class(?! for)/), 'COLD');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('bucketAdmin.addLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toEqual({
      prefix: '',
      tags: '',
      expired_object_delete_marker: false,
      transition_date: '2026-12-31T23:59:59Z',
      storage_class: 'COLD',
    });
  });

  it('takes the name of a storage class on servers that have no tiers', async () => {
    const session = aSession({ capabilities: capabilitiesWhere((name) => name !== 'admin') });
    const { user, server } = await openLifecycle([], added, {}, session);
    const dialog = await openAdd(user);
    await user.click(dialog.getByRole('radio', { name: 'Transition' }));
    await user.type(dialog.getByLabelText(/^Days/), '10');
    await user.type(dialog.getByLabelText(/^Storage Class(?! for)/), 'GLACIER');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('bucketAdmin.addLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.addLifecycleRule')[0]?.body).toMatchObject({
      storage_class: 'GLACIER',
    });
    expect(server.calls('tiers.list')).toEqual([]);
    expect(dialog.queryByText('No tiers available')).toBeNull();
  });

  it.each([
    ['there are none', () => ({ items: [] })],
    ['they cannot be loaded', () => fail('AccessDenied')],
  ])('explains tiers without a word of failure when %s [LIFE-12]', async (_, listTiers) => {
    const { user } = await openLifecycle([], { 'tiers.list': listTiers });
    const dialog = await openAdd(user);
    await user.click(dialog.getByRole('radio', { name: 'Transition' }));
    expect(await dialog.findByText('No tiers available')).toBeDefined();
    expect(dialog.getByText(/An administrator adds them/)).toBeDefined();
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(clientState().modalSnackBar).toBeNull();
    expect(clientState().modalErrorMessage).toBeNull();
  });

  it('keeps what was entered when the server refuses, and says why', async () => {
    const { user } = await openLifecycle([], {
      'bucketAdmin.addLifecycleRule': () =>
        fail('InvalidInput', {
          message: 'The request is not valid.',
          detail: 'A key stands twice.',
        }),
    });
    const dialog = await openAdd(user);
    await user.type(dialog.getByLabelText(/^Days/), '30');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('The request is not valid.')).toBeDefined();
    expect(dialog.getByText('A key stands twice.')).toBeDefined();
    expect(dialog.getByLabelText(/^Days/)).toHaveValue('30');
  });
});
