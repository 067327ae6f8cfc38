import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail } from '#web/testing/fake-server.ts';
import { fieldError } from '#web/testing/field-error.ts';
import {
  aRule,
  fill,
  fillRemote,
  openAdd,
  openReplication,
  save,
} from './testing/open-replication.tsx';

describe('the dialog Set Bucket Replication', () => {
  it('has its defaults [REPL-06] [REPL-09] [REPL-11] [REPL-12] [REPL-13] [REPL-14] [REPL-15]', async () => {
    const { user } = await openReplication([]);
    const dialog = await openAdd(user);
    expect(dialog.getByRole('checkbox', { name: 'Use TLS' })).toBeChecked();
    expect(dialog.getByLabelText('Replication Mode')).toHaveValue('async');
    expect(dialog.getByLabelText('Bandwidth per second')).toHaveValue('100');
    const unit = dialog.getByLabelText('Bandwidth unit');
    expect(unit).toHaveValue('GiB');
    expect(
      within(unit)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']);
    expect(dialog.getByLabelText('Health Check Period')).toHaveValue('60');
    for (const name of ['Metadata', 'Delete markers', 'Deletes']) {
      expect(dialog.getByRole('checkbox', { name })).toBeChecked();
    }
    expect(save(dialog)).toBeDisabled();
    expect(dialog.getByText(/Do not use root credentials/)).toBeDefined();
  });

  it('sends everything that it collects [REPL-07] [REPL-10]', async () => {
    const { user, server } = await openReplication([], {
      'bucketAdmin.setReplication': () => ({
        replicationState: [{ originBucket: 'photos', targetBucket: 'backup' }],
      }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.click(dialog.getByRole('checkbox', { name: 'Use TLS' }));
    fill(dialog.getByLabelText('Region'), 'eu-1');
    fill(dialog.getByLabelText('Bandwidth per second'), '2');
    await user.selectOptions(dialog.getByLabelText('Bandwidth unit'), 'TiB');
    fill(dialog.getByLabelText('Health Check Period'), '15');
    fill(dialog.getByLabelText('Prefix'), 'photos/');
    fill(dialog.getByLabelText('Priority'), '7');
    fill(dialog.getByLabelText('Storage Class'), 'COLD');
    await user.click(dialog.getByRole('checkbox', { name: 'Existing objects' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Delete markers' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Deletes' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Metadata' }));
    await user.click(save(dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls('bucketAdmin.setReplication')[0]?.body).toEqual({
      accessKey: 'replicator',
      secretKey: 'replicator-secret',
      targetURL: 'http://backup.example.test:9000',
      region: 'eu-1',
      bucketsRelation: [{ originBucket: 'photos', destinationBucket: 'backup' }],
      syncMode: 'async',
      bandwidth: 2 * 1024 ** 4,
      healthCheckPeriod: 15,
      prefix: 'photos/',
      tags: '',
      priority: 7,
      storageClass: 'COLD',
      replicateDeleteMarkers: false,
      replicateDeletes: false,
      replicateMetadata: false,
      replicateExistingObjects: false,
    });
  });

  it('sends https with TLS, and no bandwidth when synchronous [REPL-10] [REPL-16]', async () => {
    const { user, server } = await openReplication([], {
      'bucketAdmin.setReplication': () => ({
        replicationState: [{ originBucket: 'photos', targetBucket: 'backup' }],
      }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.selectOptions(dialog.getByLabelText('Replication Mode'), 'sync');
    expect(dialog.queryByLabelText('Bandwidth per second')).toBeNull();
    await user.click(save(dialog));
    await waitFor(() => expect(server.calls('bucketAdmin.setReplication')).toHaveLength(1));
    expect(server.calls('bucketAdmin.setReplication')[0]?.body).toMatchObject({
      targetURL: 'https://backup.example.test:9000',
      syncMode: 'sync',
      bandwidth: 0,
    });
  });

  it('keeps filled pairs only, and lets one more follow a filled one [REPL-17] [REPL-18]', async () => {
    const { user, server } = await openReplication([], {
      'bucketAdmin.setReplication': () => ({ replicationState: [] }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    const add = dialog.getByRole('button', { name: 'Add tag' });
    expect(add).toBeDisabled();
    fill(dialog.getByLabelText('Tag key 1'), 'keep');
    expect(add).toBeDisabled();
    fill(dialog.getByLabelText('Tag value 1'), 'a&b');
    await user.click(add);
    fill(dialog.getByLabelText('Tag key 2'), 'half');
    const markers = dialog.getByRole('checkbox', { name: 'Delete markers' });
    expect(markers).toBeDisabled();
    await user.click(save(dialog));
    await waitFor(() => expect(server.calls('bucketAdmin.setReplication')).toHaveLength(1));
    expect(server.calls('bucketAdmin.setReplication')[0]?.body).toMatchObject({
      tags: 'keep=a%26b',
      replicateDeleteMarkers: false,
    });
  });

  it('shows the failure of the first state and stays open [REPL-19]', async () => {
    const { user } = await openReplication([], {
      'bucketAdmin.setReplication': () => ({
        replicationState: [
          {
            originBucket: 'photos',
            targetBucket: 'backup',
            errorString: 'the target has no versioning',
          },
        ],
      }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.click(save(dialog));
    expect(await dialog.findByText('the target has no versioning')).toBeDefined();
    expect(dialog.getByLabelText(/^Access Key/)).toHaveValue('replicator');
  });

  it('shows at the field what the server refuses', async () => {
    const detail = 'The console does not connect to this address.';
    const { user } = await openReplication([aRule()], {
      'bucketAdmin.setReplication': () => fail('InvalidInput', { field: 'targetURL', detail }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.click(save(dialog));
    expect(await dialog.findAllByText(detail)).toHaveLength(2);
    expect(dialog.getByLabelText(/^Target URL/)).toHaveAttribute('aria-invalid', 'true');
  });

  it('says so when nothing was changed [REPL-20]', async () => {
    const { user } = await openReplication([], {
      'bucketAdmin.setReplication': () => ({ replicationState: [] }),
    });
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.click(save(dialog));
    expect(await dialog.findByText('No changes applied')).toBeDefined();
  });

  it('says at a field what is wrong with it, once it was changed', async () => {
    const { user } = await openReplication([]);
    const dialog = await openAdd(user);
    const errorOf = (label: RegExp) => fieldError(dialog.getByLabelText(label));
    expect(errorOf(/^Access Key/)).toBe('');
    fill(dialog.getByLabelText(/^Access Key/), 'ab');
    expect(errorOf(/^Access Key/)).toMatch(/at least 3 characters/);
    fill(dialog.getByLabelText(/^Target URL/), 'https://x/path');
    expect(errorOf(/^Target URL/)).toMatch(/Enter a host/);
    fill(dialog.getByLabelText(/^Destination Bucket/), 'Not A Bucket');
    expect(errorOf(/^Destination Bucket/)).toMatch(/name of a bucket on the remote server/);
  });

  it('says what is missing where Save is disabled', async () => {
    const { user } = await openReplication([]);
    const dialog = await openAdd(user);
    expect(save(dialog).getAttribute('title')).toMatch(/A secret key has/);
    await user.click(save(dialog));
    expect(dialog.getByLabelText(/^Access Key/)).toHaveFocus();
    expect(fieldError(dialog.getByLabelText(/^Secret Key/))).toMatch(/at least 8 characters/);
  });

  it('says that a bucket without versions cannot be replicated', async () => {
    const { user } = await openReplication([], {}, { details: { versioning: false } });
    expect((await openAdd(user)).getByText(/This bucket does not keep versions now/)).toBeDefined();
  });

  it('remembers no credentials for the next time', async () => {
    const { user } = await openReplication([]);
    const dialog = await openAdd(user);
    fillRemote(dialog);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openAdd(user);
    expect(again.getByLabelText(/^Secret Key/)).toHaveValue('');
    expect(again.getByLabelText(/^Access Key/)).toHaveValue('');
  });
});
