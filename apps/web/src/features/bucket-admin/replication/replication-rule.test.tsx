import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#web/testing/fake-server.ts';
import {
  aRule,
  openMenu,
  openReplication,
  row,
  save,
  second,
} from './testing/open-replication.tsx';

describe('a replication rule', () => {
  it('can be edited; what was not changed of its target is left alone', async () => {
    const { user, server } = await openReplication([aRule(), second], {
      'bucketAdmin.editReplicationRule': () => undefined,
    });
    await user.click((await row(/backup/)).getByRole('button', { name: 'Edit backup' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Replication Rule' }));
    expect(dialog.getByLabelText('Prefix')).toHaveValue('photos/');
    expect(dialog.getByLabelText('Tag key 1')).toHaveValue('keep');
    await user.clear(dialog.getByLabelText('Prefix'));
    await user.type(dialog.getByLabelText('Prefix'), 'films/');
    await user.type(dialog.getByLabelText('New Access Key'), 'fresh');
    expect(save(dialog)).toBeDisabled();
    await user.type(dialog.getByLabelText('New Secret Key'), 'fresh-secret');
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.editReplicationRule')[0]).toMatchObject({
      params: { bucket: 'photos', rule: 'rule-1' },
      query: { revision: 'r1' },
      body: {
        prefix: 'films/',
        tags: 'keep=yes',
        priority: 2,
        storageClass: '',
        replicateDeleteMarkers: false,
        replicateDeletes: true,
        replicateMetadata: true,
        replicateExistingObjects: false,
        accessKey: 'fresh',
        secretKey: 'fresh-secret',
      },
    });
    expect(server.calls('bucketAdmin.editReplicationRule')[0]?.body).not.toHaveProperty(
      'bandwidth',
    );
  });

  it('that somebody else changed is not overwritten', async () => {
    let now = aRule();
    const { user, server } = await openReplication([], {
      'bucketAdmin.listReplicationRules': () => ({ rules: [now, second] }),
      'bucketAdmin.editReplicationRule': ({ query }) =>
        query.revision === 'r2' ? undefined : fail('ChangedMeanwhile'),
    });
    await user.click((await row(/backup/)).getByRole('button', { name: 'Edit backup' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Replication Rule' }));
    now = aRule({ revision: 'r2', prefix: 'theirs/' });
    await user.type(dialog.getByLabelText('Prefix'), 'mine/');
    await user.click(save(dialog));
    await user.click(await dialog.findByRole('button', { name: 'Load the new state' }));
    await waitFor(() => expect(dialog.getByLabelText('Prefix')).toHaveValue('theirs/'));
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.editReplicationRule')[1]?.body).toMatchObject({
      prefix: 'theirs/',
    });
  });

  it.each([
    ['Disable', /backup/, 'rule-1', false],
    ['Enable', /archive/, 'rule-2', true],
  ])('can be switched by %s', async (label, name, rule, ruleState) => {
    const { user, server } = await openReplication([aRule(), second], {
      'bucketAdmin.editReplicationRule': () => undefined,
    });
    await user.click((await row(name)).getByRole('button', { name: new RegExp(`^${label} `) }));
    await waitFor(() => expect(server.calls('bucketAdmin.editReplicationRule')).toHaveLength(1));
    expect(server.calls('bucketAdmin.editReplicationRule')[0]).toMatchObject({
      params: { rule },
      query: { revision: 'r1' },
      body: { ruleState },
    });
    expect(server.calls('bucketAdmin.editReplicationRule')[0]?.body).toEqual({ ruleState });
  });

  it('can be deleted while another remains [REPL-03] [REPL-04] [BADMIN-14]', async () => {
    let rules = [aRule(), second];
    const { user, server } = await openReplication([], {
      'bucketAdmin.listReplicationRules': () => ({ rules }),
      'bucketAdmin.deleteReplicationRule': () => {
        rules = [second];
        return undefined;
      },
    });
    const menu = within(await openMenu(user, /backup/));
    await user.click(menu.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Replication Rule' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /backup/ })).toBeNull());
    expect(server.calls('bucketAdmin.deleteReplicationRule')[0]).toMatchObject({
      params: { bucket: 'photos', rule: 'rule-1' },
      query: { revision: 'r1' },
    });
  });

  it('cannot be deleted when it is the last, and a text says so [REPL-04] [REPL-05]', async () => {
    const { user } = await openReplication([aRule()]);
    const menu = within(await openMenu(user, /backup/));
    const item = menu.getByRole('menuitem', { name: /^Delete/ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('At least one rule must remain.');
    // Its reason is reachable by keyboard.
    await waitFor(async () => {
      await user.keyboard('{End}');
      expect(item).toHaveFocus();
    });
    await user.click(item);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/^At least one rule must remain\. Disable it/)).toBeDefined();
  });

  it('stays when the server says that it has become the last', async () => {
    const { user } = await openReplication([aRule(), second], {
      'bucketAdmin.deleteReplicationRule': () => fail('LastReplicationRule'),
    });
    const menu = within(await openMenu(user, /backup/));
    await user.click(menu.getByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Replication Rule' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(/Disable it, or end replication/)).toBeDefined();
  });
});

describe('the dialog End replication', () => {
  it('deletes all rules when the name of the bucket was typed', async () => {
    let rules = [aRule()];
    const { user, server } = await openReplication([], {
      'bucketAdmin.listReplicationRules': () => ({ rules }),
      'bucketAdmin.stopReplication': () => {
        rules = [];
        return undefined;
      },
    });
    await row(/backup/);
    await user.click(screen.getByRole('button', { name: 'End replication' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End replication' }));
    const confirm = dialog.getByRole('button', { name: 'End replication' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Type photos to confirm'), 'photos');
    await user.click(confirm);
    await screen.findByRole('heading', { name: 'There are no replication rules yet.' });
    expect(server.calls('bucketAdmin.stopReplication')).toHaveLength(1);
  });
});
