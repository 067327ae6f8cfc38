import { ENCRYPTION_OFF_REVISION } from '@stowage/contract/bucket-admin/settings';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import { card, edit } from '../testing/setting-card.ts';
import { openAdmin } from '../testing/test-admin.tsx';

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const locked = { details: { locking: true, versioning: true } };

describe('Set Retention Configuration', () => {
  it('can only be set with a validity of at least 1 [BSUM-15] [BSUM-16]', async () => {
    const { user, server } = await openAdmin({
      bucket: locked,
      handlers: { 'bucketAdmin.setRetention': () => undefined },
    });
    const dialog = await edit(user, 'Retention', 'Set Retention Configuration');
    const validity = dialog.getByRole('textbox', { name: 'Validity' });
    const set = dialog.getByRole('button', { name: 'Set' });
    for (const bad of ['', '0']) {
      await user.clear(validity);
      if (bad !== '') await user.type(validity, bad);
      expect(set).toBeDisabled();
    }
    await user.clear(validity);
    await user.type(validity, '7');
    await user.click(dialog.getByRole('radio', { name: 'Governance' }));
    await user.click(set);
    await closed();
    expect(server.calls('bucketAdmin.setRetention')[0]).toMatchObject({
      body: { mode: 'governance', unit: 'days', validity: 7 },
      query: { revision: 'r1' },
    });
  });

  it('can be ended', async () => {
    const { user, server } = await openAdmin({
      bucket: locked,
      handlers: {
        'bucketAdmin.getRetention': () => ({
          mode: 'governance',
          unit: 'years',
          validity: 1,
          revision: 'r3',
        }),
        'bucketAdmin.removeRetention': () => undefined,
      },
    });
    expect(await (await card('Retention')).findByText('Governance, 1 year')).toBeDefined();
    const dialog = await edit(user, 'Retention', 'Set Retention Configuration');
    await user.click(dialog.getByRole('button', { name: 'Stop retaining new objects' }));
    await closed();
    expect(server.calls('bucketAdmin.removeRetention')[0]?.query).toEqual({ revision: 'r3' });
  });

  it('is not offered without object locking', async () => {
    await openAdmin();
    expect(await (await card('Retention')).findByText(/needs object locking/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Retention' })).toBeNull();
  });
});

describe('Enable Bucket Encryption', () => {
  const withKeys = {
    'bucketAdmin.listKmsKeys': () => ({
      configured: true,
      default_key: 'main',
      keys: ['main', 'photos-key'],
    }),
    'bucketAdmin.enableEncryption': () => undefined,
    'bucketAdmin.disableEncryption': () => undefined,
  } as const;

  it('encrypts with a key of the key service [BSUM-17] [BSUM-19] [BSUM-20]', async () => {
    const { user, server } = await openAdmin({ handlers: withKeys });
    const dialog = await edit(user, 'Encryption', 'Enable Bucket Encryption');
    await user.click(await dialog.findByRole('radio', { name: 'SSE-KMS' }));
    const key = await dialog.findByRole('combobox', { name: 'Key' });
    await user.selectOptions(key, 'photos-key');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.enableEncryption')[0]).toMatchObject({
      body: { encType: 'sse-kms', kmsKeyID: 'photos-key' },
      query: { revision: ENCRYPTION_OFF_REVISION },
    });
  });

  it('encrypts with keys of the server, without naming one [BSUM-19]', async () => {
    const { user, server } = await openAdmin({ handlers: withKeys });
    const dialog = await edit(user, 'Encryption', 'Enable Bucket Encryption');
    await user.click(dialog.getByRole('radio', { name: 'SSE-S3' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.enableEncryption')[0]?.body).toEqual({ encType: 'sse-s3' });
  });

  it('is switched off by Disabled, with the call for that [BSUM-18] [BSUM-20]', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        ...withKeys,
        'bucketAdmin.getEncryption': () => ({ algorithm: 'AES256', revision: 'e5' }),
      },
    });
    const dialog = await edit(user, 'Encryption', 'Enable Bucket Encryption');
    expect(dialog.getByRole('radio', { name: 'SSE-S3' })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: 'Disabled' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.disableEncryption')[0]?.query).toEqual({ revision: 'e5' });
    expect(server.calls('bucketAdmin.enableEncryption')).toEqual([]);
  });

  it('offers no key service where there is none', async () => {
    const { user } = await openAdmin();
    const dialog = await edit(user, 'Encryption', 'Enable Bucket Encryption');
    expect(
      await dialog.findByText('The storage server has no key management service.'),
    ).toBeDefined();
    expect(dialog.getByRole('radio', { name: 'SSE-KMS' })).toBeDisabled();
  });

  it('lets a key be typed where the account may not list them', async () => {
    const { user, server } = await openAdmin({
      handlers: { ...withKeys, 'bucketAdmin.listKmsKeys': () => fail('AccessDenied') },
    });
    const dialog = await edit(user, 'Encryption', 'Enable Bucket Encryption');
    await user.click(dialog.getByRole('radio', { name: 'SSE-KMS' }));
    await user.type(await dialog.findByRole('textbox', { name: 'KMS Key ID' }), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.enableEncryption')[0]?.body.kmsKeyID).toBe('mine');
  });
});

describe('Edit Versioning', () => {
  it.each([
    ['off', 'Enable', true],
    ['suspended', 'Enable', true],
    ['enabled', 'Suspend', false],
  ] as const)(
    'of a bucket that is %s offers to %s [BSUM-21]',
    async (status, action, versioning) => {
      const { user, server } = await openAdmin({
        handlers: {
          'bucketAdmin.getVersioning': () => ({
            is_versioned: status === 'enabled',
            status,
            revision: 'v1',
          }),
          'bucketAdmin.setVersioning': () => undefined,
        },
      });
      const dialog = await edit(user, 'Versioning', 'Edit Versioning');
      await user.click(dialog.getByRole('button', { name: action }));
      await closed();
      expect(server.calls('bucketAdmin.setVersioning')[0]).toMatchObject({
        body: { versioning },
        query: { revision: 'v1' },
      });
    },
  );

  it.each([
    ['locking', locked],
    ['replication', { details: { replication: true } }],
  ])('is not offered where %s needs it', async (_reason, bucket) => {
    await openAdmin({
      bucket,
      handlers: {
        'bucketAdmin.getVersioning': () => ({
          is_versioned: true,
          status: 'enabled',
          revision: 'v1',
        }),
      },
    });
    expect(await (await card('Versioning')).findByText(/cannot be suspended/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit: Versioning' })).toBeNull();
  });
});

describe('Enable Bucket Quota', () => {
  const quota: Handlers = {
    'bucketAdmin.setQuota': () => ({ name: 'photos', quota: 0, type: 'hard', revision: 'q2' }),
  };

  it('sends bytes [BSUM-22]', async () => {
    const { user, server } = await openAdmin({ handlers: quota });
    const dialog = await edit(user, 'Quota', 'Enable Bucket Quota');
    await user.click(dialog.getByRole('switch', { name: 'Quota' }));
    const size = dialog.getByRole('textbox', { name: 'Quota Size' });
    await user.clear(size);
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(size, '3');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Quota Unit' }), 'GiB');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.setQuota')[0]).toMatchObject({
      body: { enabled: true, quota_type: 'hard', amount: 3 * 1024 ** 3 },
      query: { revision: 'q1' },
    });
  });

  it('lifts the limit', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        ...quota,
        'bucketAdmin.getQuota': () => ({ quota: 1000, type: 'hard', revision: 'q4' }),
      },
    });
    const dialog = await edit(user, 'Quota', 'Enable Bucket Quota');
    expect(dialog.getByRole('combobox', { name: 'Quota Unit' })).toHaveValue('B');
    await user.click(dialog.getByRole('switch', { name: 'Quota' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.setQuota')[0]?.body).toEqual({ enabled: false });
  });
});

describe('Edit Tags', () => {
  it('gives the bucket its tags', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        'bucketAdmin.getTags': () => ({ tags: { site: 'kiel' }, revision: 't1' }),
        'bucketAdmin.setTags': () => undefined,
      },
    });
    const dialog = await edit(user, 'Tags', 'Edit Tags');
    await user.click(dialog.getByRole('button', { name: 'Add tag' }));
    await user.type(dialog.getByRole('textbox', { name: 'Tag key 2' }), 'site');
    expect(dialog.getByText('The key site is used twice.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Tag key 2' }), '-2');
    await user.type(dialog.getByRole('textbox', { name: 'Tag value 2' }), 'b');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.setTags')[0]).toMatchObject({
      body: { tags: { site: 'kiel', 'site-2': 'b' } },
      query: { revision: 't1' },
    });
  });
});

describe('a tag that is longer than S3 takes', () => {
  it('is kept as it was pasted, and told', async () => {
    const { user } = await openAdmin();
    const dialog = await edit(user, 'Tags', 'Edit Tags');
    const key = dialog.getByRole('textbox', { name: 'Tag key 1' });
    await user.click(key);
    await user.paste('k'.repeat(129));
    expect(key).toHaveValue('k'.repeat(129));
    expect(dialog.getByText('At most 128 characters.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  });
});

describe('when somebody else was faster', () => {
  it('a dialog says so and loads the new state; the next save is based on it', async () => {
    const { user, server } = await openAdmin({
      handlers: {
        'bucketAdmin.getTags': () => ({ tags: { a: '1' }, revision: 't1' }),
        'bucketAdmin.setTags': () => fail('ChangedMeanwhile'),
      },
    });
    const dialog = await edit(user, 'Tags', 'Edit Tags');
    await user.type(dialog.getByRole('textbox', { name: 'Tag value 1' }), '0');
    server.use({ 'bucketAdmin.getTags': () => ({ tags: { b: '2' }, revision: 't2' }) });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody else has changed this');
    expect(dialog.getByRole('textbox', { name: 'Tag value 1' })).toHaveValue('10');
    await user.click(dialog.getByRole('button', { name: 'Load the new state' }));
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Tag key 1' })).toHaveValue('b'),
    );
    expect(dialog.queryByRole('alert')).toBeNull();
    server.use({ 'bucketAdmin.setTags': () => undefined });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls('bucketAdmin.setTags').map(({ query }) => query?.revision)).toEqual([
      't1',
      't2',
    ]);
  });

  it('a state that is loaded behind an open dialog does not become the base of its save', async () => {
    const { user, server, queryClient } = await openAdmin({
      handlers: { 'bucketAdmin.setTags': () => fail('ChangedMeanwhile') },
    });
    const dialog = await edit(user, 'Tags', 'Edit Tags');
    server.use({ 'bucketAdmin.getTags': () => ({ tags: { b: '2' }, revision: 't2' }) });
    await queryClient.invalidateQueries({ queryKey: bucketKeys.all });
    await user.type(dialog.getByRole('textbox', { name: 'Tag key 1' }), 'mine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByRole('alert');
    expect(server.calls('bucketAdmin.setTags')[0]?.query).toEqual({ revision: 't1' });
  });
});
