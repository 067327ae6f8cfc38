import { capabilitiesWhere } from '@stowage/domain/capabilities';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import { openAdmin } from './testing/test-admin.tsx';

const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Settings of the bucket' }));

describe('the settings of a bucket', () => {
  it('open with the bucket of the address, its facts and its menu [BADMIN-01] [BADMIN-12]', async () => {
    const { server } = await openAdmin({
      bucket: { creation_date: '2026-03-03T10:00:00Z', size: 2048, objects: 3, access: 'PUBLIC' },
    });
    expect(await screen.findByText('Created 3 Mar 2026')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'photos' })).toBeDefined();
    expect(screen.getByText('2.0 KiB')).toBeDefined();
    expect(screen.getByText('public')).toBeDefined();
    expect(server.calls('buckets.get').map(({ params }) => params.name)).toEqual(['photos']);
    const current = (await menu()).getByRole('link', { current: 'page' });
    expect(current).toHaveTextContent('Summary');
  });

  it.each(['', '/'])('begin with the summary at /admin%s [BADMIN-04]', async (section) => {
    const { history } = await openAdmin({ section });
    expect(await screen.findByRole('heading', { name: 'Reported Usage' })).toBeDefined();
    expect(history.location.pathname).toBe('/buckets/photos/admin/summary');
    expect(history.length).toBe(1);
  });

  it.each(['/nothing', '/summary/deeper'])('say that there is no page at %s', async (section) => {
    const { user, history } = await openAdmin({ section });
    expect(await screen.findByText('404 Not Found')).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Go to the summary' }));
    expect(history.location.pathname).toBe('/buckets/photos/admin/summary');
  });

  it('have neither a section nor a figure that the server does not offer', async () => {
    const { server, user } = await openAdmin({
      section: '/replication',
      bucket: { allowedActions: ['s3:ListBucket', 's3:GetBucketPolicy', 's3:GetBucketTagging'] },
      session: aSession({
        capabilities: capabilitiesWhere((name) => name === 'policy' || name === 'tags'),
      }),
    });
    expect(await screen.findByText('Replication: not available')).toBeDefined();
    expect(screen.getByText('This server does not offer what this page needs.')).toBeDefined();
    const links = (await menu()).getAllByRole('link').map((link) => link.textContent);
    expect(links).toEqual(['Summary', 'Access Rules']);
    await user.click(screen.getByRole('link', { name: 'Go to the summary' }));
    expect(await screen.findByText('Unknown: this server does not report usage.')).toBeDefined();
    expect(server.calls('bucketAdmin.getUsage')).toHaveLength(0);
  });

  it('lead to the objects by Browse Bucket [BADMIN-08]', async () => {
    await openAdmin();
    const link = await screen.findByRole('link', { name: 'Browse Bucket' });
    expect(link.getAttribute('href')).toBe('/buckets/photos/browse');
  });

  it('load bucket and section again by Refresh [BADMIN-10]', async () => {
    const { user, server } = await openAdmin({ bucket: { objects: 1 } });
    await screen.findByRole('heading', { name: 'Reported Usage' });
    await waitFor(() => expect(server.calls('bucketAdmin.getUsage')).toHaveLength(1));
    server.use({ 'buckets.get': () => aBucket({ objects: 7 }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('7 objects')).toBeDefined();
    await waitFor(() => expect(server.calls('bucketAdmin.getUsage')).toHaveLength(2));
  });

  it('say by Refresh that somebody has deleted the bucket', async () => {
    const { user, server } = await openAdmin();
    await screen.findByRole('heading', { name: 'Reported Usage' });
    server.use({ 'buckets.get': () => fail('BucketNotFound') });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText(/There is no bucket photos/)).toBeDefined();
  });

  it('have a title of their own in the browser', async () => {
    await openAdmin({ section: '/summary' });
    await waitFor(() => expect(document.title).toBe('Summary · photos · Stowage'));
  });

  it('let the bucket be deleted after its name was typed, and lead to the list [BADMIN-09]', async () => {
    const { user, history, server } = await openAdmin({
      handlers: { 'buckets.delete': () => undefined },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bucket' }));
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type photos to confirm'), 'photos{Enter}');
    await waitFor(() => expect(history.location.pathname).toBe('/buckets'));
    expect(server.calls('buckets.delete')[0]?.params).toEqual({ name: 'photos' });
    expect(server.calls('buckets.get')).toHaveLength(1);
  });

  it.each([
    ['s3:DeleteBucket', true],
    ['s3:ForceDeleteBucket', true],
    ['s3:DeleteObject', false],
  ])('with %s show Delete: %s [BADMIN-11]', async (action, shown) => {
    await openAdmin({ bucket: { allowedActions: [action] } });
    await screen.findByRole('link', { name: 'Browse Bucket' });
    expect(screen.queryAllByRole('button', { name: 'Delete' })).toHaveLength(shown ? 1 : 0);
  });

  it('say when there is no such bucket', async () => {
    await openAdmin({ handlers: { 'buckets.get': () => fail('BucketNotFound') } });
    expect(await screen.findByText('There is no bucket photos')).toBeDefined();
  });

  it('say when the account may not see the bucket', async () => {
    await openAdmin({ handlers: { 'buckets.get': () => fail('AccessDenied') } });
    expect(await screen.findByText('You cannot see the settings of this bucket')).toBeDefined();
  });

  it('can be tried again when the bucket could not be loaded', async () => {
    const { user, server } = await openAdmin({
      handlers: { 'buckets.get': () => fail('StorageTimeout') },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The storage server did not answer in time.');
    server.use({ 'buckets.get': () => aBucket() });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Browse Bucket' })).toBeDefined();
  });

  it('show no section that the account may not see, not even by its address [BADMIN-13]', async () => {
    await openAdmin({ section: '/prefix', bucket: { allowedActions: ['s3:ListBucket'] } });
    expect(await screen.findByText('404 Not Found')).toBeDefined();
    const names = (await menu()).getAllByRole('link').map((link) => link.textContent);
    expect(names).toEqual(['Summary']);
  });

  it('have neither replication nor lifecycle on a single disk [BADMIN-06] [BADMIN-07]', async () => {
    await openAdmin({
      section: '/replication',
      session: aSession({ distributedMode: false }),
    });
    expect(await screen.findByText('404 Not Found')).toBeDefined();
    expect((await menu()).queryByRole('link', { name: /Replication|Lifecycle/ })).toBeNull();
  });
});
