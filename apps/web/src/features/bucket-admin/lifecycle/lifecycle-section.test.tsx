import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail } from '#web/testing/fake-server.ts';
import { expectHelp } from '#web/testing/help.ts';
import { openSections } from '../model/sections.ts';
import { aLifecycleRule } from './testing/a-lifecycle-rule.ts';
import { openDelete, openEdit, openLifecycle, row } from './testing/open-lifecycle.tsx';

const moved = aLifecycleRule({
  id: 'to-cold',
  prefix: '',
  status: 'Disabled',
  tags: [],
  expiration: {},
  transition: { date: '2026-12-31T23:59:59Z', storage_class: 'COLD' },
  storage_class: 'COLD',
});

describe('the lifecycle rules of a bucket', () => {
  it('are listed with what they do [LIFE-01] [LIFE-05]', async () => {
    await openLifecycle([aLifecycleRule(), moved]);
    for (const name of ['ID', 'Prefix', 'Status', 'Expiration', 'Transition', 'Storage Class']) {
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    }
    const first = await row(/clean-logs/);
    expect(first.getByText('logs/')).toBeDefined();
    expect(first.getByText('Enabled')).toBeDefined();
    expect(first.getByText('30 days')).toBeDefined();
    const second = await row(/to-cold/);
    expect(second.getByText('Disabled')).toBeDefined();
    expect(second.getByText('31 Dec 2026')).toBeDefined();
    expect(second.getByText('COLD')).toBeDefined();
  });

  it('leave the room of columns without a value to their ids', async () => {
    const { user } = await openLifecycle([aLifecycleRule(), aLifecycleRule({ id: 'clean-all' })]);
    await row(/clean-all/);
    const names = () => screen.getAllByRole('columnheader').map((column) => column.textContent);
    expect(names()).toEqual(expect.arrayContaining(['ID', 'Prefix', 'Status', 'Expiration']));
    expect(names()).not.toEqual(expect.arrayContaining(['Transition']));
    expect(names()).not.toEqual(expect.arrayContaining(['Storage Class']));
    const tracks = screen.getByRole('grid').parentElement?.style.getPropertyValue('--tracks') ?? '';
    expect(tracks).toMatch(/^minmax\(0, 2.8fr\) minmax\(0, 1fr\) 92px 112px 132px$/);
    await user.click(screen.getByRole('button', { name: 'Shown Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Storage Class' }));
    expect(names()).toEqual(expect.arrayContaining(['Storage Class']));
  });

  it('are told in a sentence', async () => {
    await openLifecycle([
      aLifecycleRule({ expiration: { days: 30, noncurrent_expiration_days: 7 } }),
    ]);
    const first = await row(/clean-logs/);
    expect(
      first.getByText(
        'Delete after 30 days; old versions after 7 days; only objects tagged keep=no',
      ),
    ).toBeDefined();
  });

  it('that are none lead to the first', async () => {
    const { user } = await openLifecycle([]);
    await screen.findByRole('heading', { name: 'There are no lifecycle rules yet.' });
    await user.click(screen.getAllByRole('button', { name: 'Add Lifecycle Rule' })[1] as Element);
    await screen.findByRole('dialog', { name: 'Add Lifecycle Rule' });
  });

  it('that cannot be loaded raise no banner, and can be tried again [LIFE-21]', async () => {
    const { user, server } = await openLifecycle([], {
      'bucketAdmin.listLifecycleRules': () => fail('StorageTimeout'),
    });
    await screen.findByText('The lifecycle rules could not be loaded');
    expect(clientState().modalSnackBar).toBeNull();
    expect(screen.queryByText('There are no lifecycle rules yet.')).toBeNull();
    server.use({ 'bucketAdmin.listLifecycleRules': () => ({ lifecycle: [moved] }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/to-cold/);
  });

  it('are explained, with ways to the documentation outside [LIFE-22]', async () => {
    await openLifecycle([]);
    expectHelp('Lifecycle management', /delete objects and old versions after some days/, [
      'github.com',
      'docs.aws.amazon.com',
    ]);
  });
});

describe('the permissions on lifecycle rules', () => {
  it.each([
    [['s3:GetLifecycleConfiguration'], true],
    [['s3:PutLifecycleConfiguration'], false],
  ])('%j open the section: %s [LIFE-23]', (allowedActions, opened) => {
    expect(openSections({ allowedActions }, true).includes('lifecycle')).toBe(opened);
  });

  it.each([
    [['s3:GetLifecycleConfiguration'], false, false],
    [['s3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'], true, true],
    [['s3:GetLifecycleConfiguration', 'admin:ListTier'], true, false],
  ])('%j let add: %s, change: %s [LIFE-23] [LIFE-24]', async (allowedActions, add, change) => {
    await openLifecycle([aLifecycleRule()], {}, { allowedActions });
    const shown = await row(/clean-logs/);
    expect(screen.queryAllByRole('button', { name: 'Add Lifecycle Rule' })).toHaveLength(
      add ? 1 : 0,
    );
    expect(shown.queryAllByRole('button', { name: /^Edit/ })).toHaveLength(change ? 1 : 0);
  });
});

describe('a lifecycle rule', () => {
  it('can be edited; its id and tags stay [LIFE-19] [LIFE-20]', async () => {
    const { user, server } = await openLifecycle([aLifecycleRule({ abort_incomplete_days: 2 })], {
      'bucketAdmin.editLifecycleRule': () => undefined,
    });
    const dialog = await openEdit(user, 'clean-logs');
    expect(dialog.getByText('clean-logs')).toBeDefined();
    expect(dialog.getByText('keep=no')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Add tag' })).toBeNull();
    expect(
      dialog.getByText(/cannot be edited here: Abort incomplete uploads after 2 days/),
    ).toBeDefined();
    await user.click(dialog.getByRole('switch', { name: 'Enabled' }));
    await user.clear(dialog.getByLabelText(/^Days/));
    await user.type(dialog.getByLabelText(/^Days/), '60');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.editLifecycleRule')[0]).toMatchObject({
      params: { bucket: 'photos', id: 'clean-logs' },
      query: { revision: 'r1' },
    });
    expect(server.calls('bucketAdmin.editLifecycleRule')[0]?.body).toEqual({
      prefix: 'logs/',
      tags: 'keep=no',
      disable: true,
      expired_object_delete_marker: false,
      expiry_days: 60,
      noncurrentversion_expiration_days: 0,
      newer_noncurrentversion_expiration_versions: 0,
    });
  });

  it('that somebody else changed is not overwritten', async () => {
    let now = aLifecycleRule();
    const { user, server } = await openLifecycle([], {
      'bucketAdmin.listLifecycleRules': () => ({ lifecycle: [now] }),
      'bucketAdmin.editLifecycleRule': ({ query }) =>
        query.revision === 'r2' ? undefined : fail('ChangedMeanwhile'),
    });
    const dialog = await openEdit(user, 'clean-logs');
    now = aLifecycleRule({ revision: 'r2', expiration: { days: 90 } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(dialog.getByLabelText(/^Days/)).toHaveValue('90'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.editLifecycleRule')[1]?.body).toMatchObject({
      expiry_days: 90,
    });
  });

  it.each([
    ['Disable clean-logs', 'clean-logs', true],
    ['Enable to-cold', 'to-cold', false],
  ])('can be switched by %s', async (name, id, disable) => {
    const { user, server } = await openLifecycle([aLifecycleRule(), moved], {
      'bucketAdmin.editLifecycleRule': () => undefined,
    });
    await user.click((await row(new RegExp(id))).getByRole('button', { name }));
    await waitFor(() => expect(server.calls('bucketAdmin.editLifecycleRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.editLifecycleRule')[0]).toMatchObject({ params: { id } });
    expect(server.calls('bucketAdmin.editLifecycleRule')[0]?.body).toEqual({ disable });
  });

  it('that cannot be switched says why on the page, and shows its new state', async () => {
    let now = aLifecycleRule();
    const { user } = await openLifecycle([], {
      'bucketAdmin.listLifecycleRules': () => ({ lifecycle: [now] }),
      'bucketAdmin.editLifecycleRule': () => fail('ChangedMeanwhile'),
    });
    const shown = await row(/clean-logs/);
    now = aLifecycleRule({ revision: 'r2', status: 'Disabled' });
    await user.click(shown.getByRole('button', { name: 'Disable clean-logs' }));
    await screen.findByRole('button', { name: 'Enable clean-logs' });
    expect(clientState().modalSnackBar?.message).toMatch(/^Somebody else has changed this/);
  });

  it('can be deleted [BADMIN-14]', async () => {
    let lifecycle = [aLifecycleRule(), moved];
    const { user, server } = await openLifecycle([], {
      'bucketAdmin.listLifecycleRules': () => ({ lifecycle }),
      'bucketAdmin.deleteLifecycleRule': () => {
        lifecycle = [moved];
        return undefined;
      },
    });
    const dialog = await openDelete(user, 'clean-logs');
    expect(dialog.getByText(/Delete after 30 days/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /clean-logs/ })).toBeNull());
    expect(server.calls('bucketAdmin.deleteLifecycleRule')[0]).toMatchObject({
      params: { bucket: 'photos', id: 'clean-logs' },
      query: { revision: 'r1' },
    });
  });

  it('that somebody else deleted closes the dialog', async () => {
    let lifecycle = [aLifecycleRule()];
    const { user } = await openLifecycle([], {
      'bucketAdmin.listLifecycleRules': () => ({ lifecycle }),
      'bucketAdmin.deleteLifecycleRule': () => fail('ChangedMeanwhile'),
    });
    const dialog = await openDelete(user, 'clean-logs');
    lifecycle = [];
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
