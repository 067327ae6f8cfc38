import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { fail } from '#web/testing/fake-server.ts';
import { openBulk } from '../testing/open-bulk.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const selection = { items: ['photos/2025/'] };

describe('tags of many objects', () => {
  it('are added to those that are there, and the dialog says to how many objects', async () => {
    const { server, user, onStarted } = await openBulk({ kind: 'tag' });
    expect(await screen.findByText(/1,234 objects, 2(.0)? KiB/)).toBeVisible();
    await user.type(screen.getByLabelText('Tags: key 1'), ' team ');
    await user.type(screen.getByLabelText('Tags: value 1'), 'one');
    await user.click(button('Add to Tags'));
    await user.type(screen.getByLabelText('Tags: key 2'), 'archived');
    await user.click(button('Add tags'));
    await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
    expect(server.calls('jobs.start')[0]?.body).toEqual({
      ...{ kind: 'tag', bucket: 'my-bucket', selection, mode: 'add' },
      tags: { team: 'one', archived: '' },
    });
  });

  it('are removed by their keys', async () => {
    const { server, user } = await openBulk({ kind: 'tag' });
    await user.click(screen.getByLabelText('Remove tags'));
    expect(screen.queryByLabelText('Tags: key 1')).toBeNull();
    await user.type(screen.getByRole('combobox', { name: 'Tag keys' }), 'team{Enter}new{Enter}');
    await user.click(button('Remove tags'));
    await waitFor(() => expect(server.calls('jobs.start')).toHaveLength(1));
    expect(server.calls('jobs.start')[0]?.body).toMatchObject({
      mode: 'remove',
      tags: { team: '', new: '' },
    });
  });

  it('are not sent without a tag, without its key, or with a key twice', async () => {
    const { server, user } = await openBulk({ kind: 'tag' });
    await user.click(button('Add tags'));
    expect(await screen.findByText('Enter at least one tag.')).toBeVisible();
    await user.type(screen.getByLabelText('Tags: value 1'), 'one');
    expect(await screen.findByText('Enter a key for each value.')).toBeVisible();
    await user.type(screen.getByLabelText('Tags: key 1'), 'team');
    await user.click(button('Add to Tags'));
    await user.type(screen.getByLabelText('Tags: key 2'), 'team');
    expect(await screen.findByText('A key appears twice.')).toBeVisible();
    expect(server.calls('jobs.start')).toHaveLength(0);
  });

  it('that the account may not read can only be replaced, and the dialog says why', async () => {
    const abilities = objectAbilities(['s3:PutObjectTagging']);
    await openBulk({ kind: 'tag', abilities });
    expect(screen.getByRole('radio', { name: 'Replace all tags' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Add tags' })).toBeDisabled();
    expect(screen.getByRole('radio', { name: 'Remove tags' })).toBeDisabled();
    expect(screen.getAllByText(/may not do this \(s3:GetObjectTagging\)/)).toHaveLength(2);
  });

  it('that the server refuses stay in the dialog with its reason', async () => {
    const { user, onStarted } = await openBulk(
      { kind: 'tag' },
      { 'jobs.start': () => fail('InvalidInput', { field: 'tags', detail: 'Not these tags.' }) },
    );
    await user.type(screen.getByLabelText('Tags: key 1'), 'team');
    await user.click(button('Add tags'));
    const tags = within(screen.getByRole('group', { name: 'Tags' }));
    expect(await tags.findByText('Not these tags.')).toBeVisible();
    expect(screen.getByLabelText('Tags: key 1')).toHaveValue('team');
    expect(onStarted).not.toHaveBeenCalled();
  });
});

describe('retention of many objects', () => {
  const year = String(new Date().getUTCFullYear() + 2);

  it('lasts to the end of a day, in a mode', async () => {
    const { server, user, onStarted } = await openBulk({ kind: 'retention' });
    expect(await screen.findByText(/1,234 objects/)).toBeVisible();
    await user.click(button('Set retention'));
    expect(await screen.findByText('Choose a mode.')).toBeVisible();
    expect(screen.getByText('Choose a day that exists.')).toBeVisible();
    expect(server.calls('jobs.start')).toHaveLength(0);
    await user.click(screen.getByRole('radio', { name: 'Compliance' }));
    expect(screen.getByText(/nobody can delete these versions/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Governance' }));
    expect(screen.queryByText(/nobody can delete these versions/)).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), '30');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'June');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), year);
    await user.click(button('Set retention'));
    await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
    expect(server.calls('jobs.start')[0]?.body).toEqual({
      ...{ kind: 'retention', bucket: 'my-bucket', selection, mode: 'GOVERNANCE' },
      until: `${year}-06-30T23:59:59Z`,
    });
  });

  it('that the server refuses stays in the dialog with its reason below the day', async () => {
    const { user, onStarted } = await openBulk(
      { kind: 'retention' },
      { 'jobs.start': () => fail('InvalidInput', { field: 'until', detail: 'That is over.' }) },
    );
    await user.click(screen.getByRole('radio', { name: 'Governance' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Day' }), '30');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'June');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), year);
    await user.click(button('Set retention'));
    const day = within(screen.getByRole('group', { name: 'Retain until' }));
    expect(await day.findByText('That is over.')).toBeVisible();
    expect(onStarted).not.toHaveBeenCalled();
  });
});

describe('legal hold of many objects', () => {
  it('is set, or taken away', async () => {
    const { server, user } = await openBulk({ kind: 'legalHold' });
    expect(await screen.findByText(/1,234 objects/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Off' }));
    await user.click(button('Remove legal hold'));
    await waitFor(() => expect(server.calls('jobs.start')).toHaveLength(1));
    await user.click(screen.getByRole('radio', { name: 'On' }));
    await user.click(button('Set legal hold'));
    await waitFor(() => expect(server.calls('jobs.start')).toHaveLength(2));
    const request = { kind: 'legal-hold', bucket: 'my-bucket', selection };
    expect(server.calls('jobs.start').map(({ body }) => body)).toEqual([
      { ...request, status: 'disabled' },
      { ...request, status: 'enabled' },
    ]);
  });
});

describe('the restoring of a time', () => {
  const at = '2026-11-12T10:00:00.000Z';

  it('says how much has changed since, and what stays', async () => {
    const { server, user, onStarted } = await openBulk({ kind: 'restore', at });
    expect(await screen.findByText(/1,234 objects/)).toBeVisible();
    expect(server.calls('jobs.preview')[0]?.body).toMatchObject({ selection, at });
    expect(screen.getByText(/1 item will be restored as of 12 Nov 2026/)).toBeVisible();
    expect(screen.getByText(/did not exist then stay as they are/)).toBeVisible();
    await user.click(button('Restore'));
    await waitFor(() => expect(onStarted).toHaveBeenCalledOnce());
    const request = { kind: 'restore', bucket: 'my-bucket', selection, at };
    expect(server.calls('jobs.start')[0]?.body).toEqual(request);
  });

  it('that the account may not do stays in the dialog with the reason', async () => {
    const refusal = { field: 'selection', detail: 'It needs s3:PutObject.' };
    const all = { prefix: '' };
    const { user, onStarted } = await openBulk(
      { kind: 'restore', at, folder: '', selection: all },
      { 'jobs.start': () => fail('AccessDenied', refusal) },
    );
    expect(screen.getByText(/^Everything in 'my-bucket' will be restored/)).toBeVisible();
    await user.click(button('Restore'));
    expect(await screen.findByText(/It needs s3:PutObject\./)).toBeVisible();
    expect(onStarted).not.toHaveBeenCalled();
  });
});
