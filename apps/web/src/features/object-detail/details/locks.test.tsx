import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDetail, edit, openDetail, refusing, section } from '../testing/open-detail.tsx';

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const done = () => undefined;
const thisYear = new Date().getUTCFullYear();
const later = `${thisYear + 2}-06-30T23:59:59Z`;

describe('Set Legal Hold', () => {
  it('enables and disables the hold [OBJD-07] [OBJD-08]', async () => {
    const { user, server } = await openDetail({ handlers: { 'objectDetail.setLegalHold': done } });
    const dialog = await edit(user, 'Edit: Legal Hold', 'Set Legal Hold');
    await user.click(dialog.getByRole('switch', { name: 'Legal hold' }));
    server.use({ 'objectDetail.get': () => aDetail({ legal_hold_status: 'ON' }) });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('objectDetail.setLegalHold')[0]).toMatchObject({
      body: { status: 'enabled' },
      query: { prefix: btoa('photos/a.jpg'), revision: 'h1' },
    });
    expect((await section('Legal Hold')).getByText('On')).toBeDefined();
    const again = await edit(user, 'Edit: Legal Hold', 'Set Legal Hold');
    await user.click(again.getByRole('switch', { name: 'Legal hold' }));
    await user.click(again.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('objectDetail.setLegalHold')[1]?.body).toEqual({ status: 'disabled' });
  });

  it('says below its switch why the storage refused it', async () => {
    const { user } = await openDetail({
      handlers: {
        'objectDetail.setLegalHold': refusing('InvalidInput', 'status', 'No lock configuration.'),
      },
    });
    const dialog = await edit(user, 'Edit: Legal Hold', 'Set Legal Hold');
    await user.click(dialog.getByRole('switch', { name: 'Legal hold' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findAllByText('No lock configuration.')).toHaveLength(2);
  });

  it('shows Disabled for what is no version, or cannot be locked [OBJD-09]', async () => {
    const { unmount } = await openDetail({ detail: { version_id: 'null' } });
    expect(await (await section('Legal Hold')).findByText('Disabled')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Legal Hold' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit: Retention' })).toBeNull();
    unmount();
    await openDetail({ bucket: { details: { versioning: true, locking: false } } });
    expect(await (await section('Legal Hold')).findByText('Disabled')).toBeDefined();
    expect((await section('Retention')).getByText(/Needs a versioned object/)).toBeDefined();
  });

  it('needs an action to be read and one to be changed [OBJD-10]', async () => {
    const { unmount } = await openDetail({
      bucket: { allowedActions: ['s3:GetObjectLegalHold'] },
      detail: { legal_hold_status: 'OFF' },
    });
    expect(await (await section('Legal Hold')).findByText('Off')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Legal Hold' })).toBeNull();
    unmount();
    await openDetail({ bucket: { allowedActions: ['s3:PutObjectLegalHold'] } });
    const hold = await section('Legal Hold');
    expect(await hold.findByText(/may not read this \(s3:GetObjectLegalHold\)/)).toBeDefined();
  });
});

describe('Set Retention Policy', () => {
  const open = async (options: Parameters<typeof openDetail>[0] = {}) => {
    const opened = await openDetail({
      ...options,
      handlers: {
        'objectDetail.setRetention': done,
        'objectDetail.removeRetention': done,
        ...options.handlers,
      },
    });
    const dialog = await edit(opened.user, 'Edit: Retention', 'Set Retention Policy');
    const choose = async (day: string, month: string, year: string) => {
      await opened.user.selectOptions(dialog.getByRole('combobox', { name: 'Day' }), day);
      await opened.user.selectOptions(dialog.getByRole('combobox', { name: 'Month' }), month);
      await opened.user.selectOptions(dialog.getByRole('combobox', { name: 'Year' }), year);
    };
    return { ...opened, dialog, choose, save: dialog.getByRole('button', { name: 'Save' }) };
  };
  const governed = { retention_mode: 'governance', retention_until_date: later };
  const year = String(thisYear + 2);

  it('is saved with a mode and a day that exists, or off [OBJD-11] [OBJD-12] [OBJD-13] [OBJD-14] [OBJD-18]', async () => {
    const { user, server, dialog, choose, save } = await open();
    const enabled = dialog.getByRole('switch', { name: 'Retention' });
    expect(enabled).not.toBeChecked();
    expect(save).not.toBeDisabled();
    await user.click(enabled);
    expect(save).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'Governance' }));
    expect(save).toBeDisabled();
    await choose('31', 'June', year);
    expect(save).toBeDisabled();
    expect(await dialog.findByText('Choose a day that exists.')).toBeDefined();
    await choose('30', 'June', year);
    await user.click(save);
    await closed();
    expect(server.calls('objectDetail.setRetention')[0]).toMatchObject({
      body: { mode: 'governance', expires: `${year}-06-30T23:59:59Z` },
      query: { prefix: btoa('photos/a.jpg'), revision: 'r1' },
    });
    expect(server.calls('objectDetail.setRetention')[0]?.query.bypass_governance).toBeUndefined();
  });

  it('offers this year and the 24 after it [OBJD-19]', async () => {
    const { user, dialog } = await open();
    await user.click(dialog.getByRole('switch', { name: 'Retention' }));
    const years = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Year' });
    const offered = [...years.options].map(({ value }) => value).filter(Boolean);
    expect(offered[0]).toBe(String(thisYear));
    expect(offered.at(-1)).toBe(String(thisYear + 24));
    expect(offered).toHaveLength(25);
  });

  it('switches governance off with the call for that [OBJD-15]', async () => {
    const { user, server, dialog, save } = await open({ detail: governed });
    await user.click(dialog.getByRole('switch', { name: 'Retention' }));
    expect(await dialog.findByText(/weakens a governance retention/)).toBeDefined();
    await user.click(save);
    await closed();
    expect(server.calls('objectDetail.removeRetention')[0]?.query).toEqual({
      prefix: btoa('photos/a.jpg'),
      revision: 'r1',
    });
    expect(server.calls('objectDetail.setRetention')).toEqual([]);
  });

  it('shortens governance with the bypass, and says so before', async () => {
    const { user, server, dialog, choose, save } = await open({ detail: governed });
    expect(dialog.queryByText(/weakens a governance retention/)).toBeNull();
    await choose('1', 'January', year);
    expect(await dialog.findByText(/weakens a governance retention/)).toBeDefined();
    await user.click(save);
    await closed();
    const [call] = server.calls('objectDetail.setRetention');
    expect(call?.query.bypass_governance).toBe('true');
  });

  it('can only extend governance without the permission to bypass it', async () => {
    const { user, server, dialog, choose, save } = await open({
      detail: governed,
      bucket: { allowedActions: ['s3:GetObjectRetention', 's3:PutObjectRetention'] },
    });
    expect(dialog.getByText(/needs s3:BypassGovernanceRetention/)).toBeDefined();
    expect(dialog.getByRole('switch', { name: 'Retention' })).toBeDisabled();
    await choose('1', 'January', year);
    expect(save).toBeDisabled();
    expect(await dialog.findByText('The retention can only be extended.')).toBeDefined();
    await choose('31', 'December', year);
    await user.click(save);
    await closed();
    const [call] = server.calls('objectDetail.setRetention');
    expect(call?.query.bypass_governance).toBeUndefined();
  });

  it('is locked once it is compliance [OBJD-16]', async () => {
    const { dialog } = await open({ detail: { ...governed, retention_mode: 'compliance' } });
    expect(dialog.getByText(/Compliance retention is locked/)).toBeDefined();
    expect(dialog.getByRole('switch', { name: 'Retention' })).toBeDisabled();
    for (const name of ['Governance', 'Compliance']) {
      expect(dialog.getByRole('radio', { name })).toBeDisabled();
    }
  });

  it.each([
    ['expires', 'ObjectLocked', 'It can only be extended.'],
    ['mode', 'InvalidInput', 'The bucket has no lock configuration.'],
  ] as const)('says at %s why the storage refused it', async (field, code, detail) => {
    const { user, dialog, choose, save } = await open({
      detail: governed,
      handlers: { 'objectDetail.setRetention': refusing(code, field, detail) },
    });
    await choose('31', 'December', year);
    await user.click(save);
    expect((await dialog.findAllByText(detail)).length).toBeGreaterThan(1);
  });

  it('offers the new state to who was slower', async () => {
    const { user, server, dialog, choose, save } = await open({
      handlers: { 'objectDetail.setRetention': refusing('ChangedMeanwhile', '', '') },
    });
    await user.click(dialog.getByRole('switch', { name: 'Retention' }));
    await user.click(dialog.getByRole('radio', { name: 'Compliance' }));
    await choose('31', 'December', year);
    await user.click(save);
    server.use({
      'objectDetail.get': () => aDetail({ ...governed, revisions: { retention: 'r2' } }),
      'objectDetail.setRetention': done,
    });
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(dialog.getByRole('radio', { name: 'Governance' })).toBeChecked());
    await choose('31', 'December', year);
    await user.click(save);
    await closed();
    expect(server.calls('objectDetail.setRetention').at(-1)?.query.revision).toBe('r2');
  });

  it('needs an action to be read and one to be changed [OBJD-17]', async () => {
    const { unmount } = await openDetail({
      bucket: { allowedActions: ['s3:GetObjectRetention'] },
      detail: governed,
    });
    expect(await (await section('Retention')).findByText(/Governance, until/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Retention' })).toBeNull();
    unmount();
    await openDetail({ bucket: { allowedActions: ['s3:PutObjectRetention'] } });
    const retention = await section('Retention');
    expect(await retention.findByText(/may not read this \(s3:GetObjectRetention\)/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Retention' })).toBeNull();
  });
});
