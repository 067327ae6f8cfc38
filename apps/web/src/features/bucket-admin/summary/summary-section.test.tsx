import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { card } from '../testing/setting-card.ts';
import { openAdmin } from '../testing/test-admin.tsx';
import { encryptionType } from './encryption.tsx';

const sections = () =>
  screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));

describe('the summary of a bucket', () => {
  it('has every section [BSUM-01] [BSUM-02] [BSUM-03] [BSUM-04] [BSUM-05] [BSUM-06] [BSUM-07]', async () => {
    await openAdmin();
    await card('Reported Usage');
    expect(sections()).toEqual([
      'Reported Usage',
      'Access Policy',
      'Encryption',
      'Versioning',
      'Replication',
      'Object Locking',
      'Retention',
      'Tags',
    ]);
    const versioning = await card('Versioning');
    expect(versioning.getByRole('heading', { name: 'Quota' })).toBeDefined();
    expect(await versioning.findByText('Unversioned')).toBeDefined();
    expect(await versioning.findByText('No limit')).toBeDefined();
  });

  it.each([
    [[], []],
    [['s3:ListBucket'], ['Reported Usage']],
    [['s3:GetBucketPolicy'], ['Access Policy']],
    [['s3:GetReplicationConfiguration'], ['Replication']],
    [['s3:GetBucketObjectLockConfiguration'], ['Object Locking']],
    [['s3:GetEncryptionConfiguration'], ['Encryption']],
    [['s3:GetBucketVersioning'], ['Versioning']],
    [['admin:GetBucketQuota'], ['Quota']],
    [['s3:GetObjectRetention'], ['Retention']],
    [['s3:GetBucketTagging'], ['Tags']],
    [['s3:Put*', 'admin:SetBucketQuota'], []],
  ])(
    'for an account with %j shows %j [BSUM-23] [BSUM-25] [BSUM-26]',
    async (allowedActions, titles) => {
      await openAdmin({ bucket: { allowedActions } });
      await screen.findByRole('link', { name: 'Summary' });
      await waitFor(() => expect(screen.queryAllByRole('region').length).toBe(titles.length));
      expect(screen.queryAllByRole('region').map((one) => one.getAttribute('aria-label'))).toEqual(
        titles,
      );
      expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    },
  );

  it.each([
    ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 'Access Policy'],
    ['s3:GetEncryptionConfiguration', 's3:PutEncryptionConfiguration', 'Encryption'],
    ['s3:GetBucketVersioning', 's3:PutBucketVersioning', 'Versioning'],
    ['admin:GetBucketQuota', 'admin:SetBucketQuota', 'Quota'],
    ['s3:GetObjectRetention', 's3:PutObjectRetention', 'Retention'],
    ['s3:GetBucketTagging', 's3:PutBucketTagging', 'Tags'],
  ])(
    'lets an account with %s and %s change %s [BSUM-24] [BSUM-27] [BSUM-28] [BSUM-29] [BSUM-30]',
    async (get, put, title) => {
      await openAdmin({ bucket: { allowedActions: [get, put], details: { locking: true } } });
      await card(title);
      expect(await screen.findByRole('button', { name: `Edit: ${title}` })).toBeDefined();
      expect(screen.getAllByRole('button', { name: /^Edit/ })).toHaveLength(1);
    },
  );

  it('shows usage against the quota, and its age [BSUM-05]', async () => {
    const lastUpdate = new Date(Date.now() - 130_000).toISOString();
    await openAdmin({
      handlers: {
        'bucketAdmin.getUsage': () => ({
          size: 95 * 1024 ** 3,
          objects: 4210,
          versions: 5000,
          deleteMarkers: 2,
          lastUpdate,
        }),
        'bucketAdmin.getQuota': () => ({ quota: 100 * 1024 ** 3, type: 'hard', revision: 'q' }),
      },
    });
    const usage = await card('Reported Usage');
    expect(await usage.findByText('95 GiB of 100 GiB')).toBeDefined();
    expect(usage.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('95');
    expect(usage.getByText('The quota is nearly used up.')).toBeDefined();
    expect(usage.getByText('4,210 objects')).toBeDefined();
    expect(usage.getByText('5,000 versions')).toBeDefined();
    expect(usage.getByText('2 delete markers')).toBeDefined();
    expect(usage.getByText('Counted 2 minutes ago')).toBeDefined();
  });

  it.each([
    [1536 * 1024 ** 2, '1536 MiB, Hard'],
    [1_000_000_000, '954 MiB (1,000,000,000 B), Hard'],
  ])('shows a quota of %i bytes with its largest whole unit [BSUM-08]', async (quota, text) => {
    await openAdmin({
      handlers: { 'bucketAdmin.getQuota': () => ({ quota, type: 'hard', revision: 'q' }) },
    });
    expect(await (await card('Versioning')).findByText(text)).toBeDefined();
  });

  it.each([
    [{ algorithm: 'AES256' }, 'SSE-S3'],
    [{ algorithm: 'aws:kms', kmsMasterKeyID: 'my-key' }, 'SSE-KMS'],
    [undefined, 'Disabled'],
  ])('reads encryption %j as %s [BSUM-10] [BSUM-11] [BSUM-12]', async (state, text) => {
    const answer = () => (state ? { ...state, revision: 'e' } : fail('EncryptionNotFound'));
    await openAdmin({ handlers: { 'bucketAdmin.getEncryption': answer } });
    const encryption = await card('Encryption');
    expect(await encryption.findByText(text)).toBeDefined();
    expect(encryption.queryByRole('alert')).toBeNull();
  });

  it('shows nothing of a retention that could not be loaded [BSUM-09]', async () => {
    const { server } = await openAdmin({
      handlers: { 'bucketAdmin.getRetention': () => fail('StorageFailed') },
    });
    await waitFor(() => expect(server.calls('bucketAdmin.getRetention')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Retention' })).toBeNull());
    // Everything else has loaded, so any error would be visible by this point.
    await card('Tags');
    await (await card('Encryption')).findByText('Disabled');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(clientState().modalSnackBar).toBeNull();
    expect(server.calls('bucketAdmin.getRetention')).toHaveLength(1);
  });

  it('shows the failure of one section in that section, with a way to try again', async () => {
    const { user, server } = await openAdmin({
      handlers: { 'bucketAdmin.getTags': () => fail('StorageTimeout') },
    });
    const tags = await card('Tags');
    expect(await tags.findByRole('alert')).toHaveTextContent('did not answer in time');
    expect(await (await card('Encryption')).findByText('Disabled')).toBeDefined();
    server.use({ 'bucketAdmin.getTags': () => ({ tags: { site: 'kiel' }, revision: 't' }) });
    await user.click(tags.getByRole('button', { name: 'Retry' }));
    expect(await tags.findByText('site=kiel')).toBeDefined();
  });

  it('says what the connected storage does not offer', async () => {
    await openAdmin({ handlers: { 'bucketAdmin.getQuota': () => fail('NotSupported') } });
    const versioning = await card('Versioning');
    expect(
      await versioning.findByText(/Not supported by the connected storage server/),
    ).toBeDefined();
    expect(versioning.queryByRole('alert')).toBeNull();
  });

  it('counts the replication rules and leads to them [BSUM-02]', async () => {
    const rule = {
      priority: 1,
      destination: { bucket: 'arn:aws:s3:::copy' },
      prefix: '',
      tags: '',
      delete_marker_replication: true,
      deletes_replication: true,
      metadata_replication: true,
      existing_objects: true,
    };
    await openAdmin({
      handlers: {
        'bucketAdmin.listReplicationRules': () => ({
          rules: [
            { ...rule, id: 'a', status: 'Enabled', revision: '1' },
            { ...rule, id: 'b', status: 'Disabled', revision: '2' },
          ],
          total: 2,
        }),
      },
    });
    const replication = await card('Replication');
    expect(await replication.findByText('2 rules')).toBeDefined();
    expect(replication.getByText('1 is enabled')).toBeDefined();
  });

  it('keeps versioning, quota and retention from being changed on a single disk', async () => {
    await openAdmin({ session: aSession({ distributedMode: false }) });
    expect(
      await screen.findByText('These features are unavailable in a single-disk setup.'),
    ).toBeDefined();
    await screen.findByRole('button', { name: 'Edit: Encryption' });
    expect(
      screen.queryByRole('button', { name: /^Edit: (Versioning|Quota|Retention)/ }),
    ).toBeNull();
  });
});

it.each([
  [{ algorithm: 'AES256' }, 'sse-s3'],
  [{ algorithm: 'aws:kms' }, 'sse-kms'],
  [{ algorithm: 'something else' }, 'sse-kms'],
  [{ algorithm: '' }, 'disabled'],
  [{}, 'disabled'],
])('takes %j for %s [BSUM-10] [BSUM-11]', (encryption, type) => {
  expect(encryptionType(encryption)).toBe(type);
});
