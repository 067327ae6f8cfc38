import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aBucket, aSession } from '#web/testing/factories.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { BucketsPage } from './buckets-page.tsx';

const photos = aBucket({
  name: 'photos',
  creation_date: '2026-03-03T10:00:00Z',
  size: 6.2 * 1024 ** 3,
  objects: 4210,
});
const archive = aBucket({
  name: 'archive',
  rw_access: { read: true, write: false },
  manage: false,
  allowedActions: ['s3:ListBucket'],
});

function serverWith(buckets: ReturnType<typeof aBucket>[], handlers: Handlers = {}) {
  return fakeServer({
    'buckets.list': () => ({ buckets, total: buckets.length }),
    'buckets.listAccess': () => ({ access: {}, anonymous: [] }),
    'buckets.hasPermission': ({ body }) => ({
      permissions: body.actions.map(({ id }) => ({ id, can: true })),
    }),
    ...handlers,
  });
}

const open = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<BucketsPage />, { route: '/buckets', ...options });

const card = async (name: string) => {
  const link = await screen.findByRole('link', { name });
  const item = link.closest('li');
  if (item === null) throw new Error('the bucket stands in no list');
  return within(item);
};
const shownNames = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('link')[0]?.textContent);

describe('the bucket list', () => {
  it('is titled Buckets and shows each bucket with its facts [BUCKETS-01] [BUCKETS-11]', async () => {
    serverWith([photos]);
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Buckets' })).toBeDefined();
    const row = await card('photos');
    expect(row.getByText('Created 3 Mar 2026')).toBeDefined();
    expect(row.getByText('4,210 objects')).toBeDefined();
  });

  it('shows access and usage with its unit [BUCKETS-12] [BUCKETS-13]', async () => {
    const none = aBucket({ name: 'none', rw_access: { read: false, write: false } });
    const write = aBucket({ name: 'inbox', rw_access: { read: false, write: true } });
    serverWith([photos, archive, none, write]);
    await open();
    expect((await card('photos')).getByText('R/W')).toBeDefined();
    expect((await card('photos')).getByText('6.2 GiB')).toBeDefined();
    expect((await card('archive')).getByText('R')).toBeDefined();
    expect((await card('inbox')).getByText('W')).toBeDefined();
    expect((await card('none')).queryByText(/^(R|W|R\/W)$/)).toBeNull();
  });

  it('understands every field of a bucket [BUCKETS-17]', async () => {
    serverWith([aBucket({ name: 'site', access: 'PUBLIC', size: 1024, objects: 1 })]);
    await open();
    const row = await card('site');
    expect(row.getByText('public')).toBeDefined();
    expect(row.getByText('1 object')).toBeDefined();
    expect(row.getByText('1.0 KiB')).toBeDefined();
  });

  it('shows how much of its quota a bucket uses', async () => {
    const details = { quota: { quota: 10 * 1024 ** 3, type: 'hard' as const } };
    serverWith([{ ...photos, details }]);
    await open();
    const row = await card('photos');
    expect(row.getByText('6.2 GiB of 10 GiB')).toBeDefined();
    expect(row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('62');
  });

  it('leads to the objects of a bucket by Browse [BUCKETS-14]', async () => {
    serverWith([photos]);
    const { user, history } = await open();
    await user.click((await card('photos')).getByRole('link', { name: 'Browse photos' }));
    expect(history.location.pathname).toBe('/buckets/photos/browse');
  });

  it('leads to its settings by Manage, where it may be managed [BUCKETS-15] [BUCKETS-16]', async () => {
    serverWith([photos, archive]);
    const pages = ['/buckets', '/buckets/*', '/buckets/:bucketName/admin'];
    await open({ session: aSession({ pages }) });
    const manage = (await card('photos')).getByRole('link', { name: 'Manage photos' });
    expect(manage.getAttribute('href')).toBe('/buckets/photos/admin');
    expect((await card('archive')).queryByRole('link', { name: /Manage/ })).toBeNull();
  });

  it('offers no Manage while that page is not open to the session', async () => {
    serverWith([photos]);
    await open({ session: aSession({ pages: ['/buckets', '/buckets/*'] }) });
    expect((await card('photos')).queryByRole('link', { name: /Manage/ })).toBeNull();
  });

  it('narrows to what is typed, and keeps it in the address [BUCKETS-02] [BUCKETS-03]', async () => {
    serverWith([photos, archive]);
    const { user, history } = await open();
    await card('archive');
    await user.type(screen.getByRole('searchbox', { name: 'Filter Buckets' }), 'ARCH');
    expect(shownNames()).toEqual(['archive']);
    expect(history.location.search).toBe('?filter=ARCH');
  });

  it('opens with the filter and order of its address', async () => {
    serverWith([photos, archive, aBucket({ name: 'photos-2', size: 9e12 })]);
    await open({ route: '/buckets?filter=photo&sort=largest' });
    await card('photos');
    expect(shownNames()).toEqual(['photos-2', 'photos']);
  });

  it('says when nothing matches the filter [BUCKETS-18]', async () => {
    serverWith([photos]);
    const { user } = await open({ route: '/buckets?filter=x' });
    expect(await screen.findByText('No Results')).toBeDefined();
    expect(screen.getByText('No buckets match the filtering condition')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    expect(shownNames()).toEqual(['photos']);
  });

  it('introduces buckets when there are none, with a way to create one [BUCKETS-19] [BUCKETS-20]', async () => {
    serverWith([]);
    const { user } = await open();
    expect(await screen.findByRole('heading', { level: 2, name: 'Buckets' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Create a Bucket' }));
    expect(await screen.findByRole('dialog', { name: 'Create Bucket' })).toBeDefined();
  });

  it('loads the list again by its refresh control [BUCKETS-07]', async () => {
    const server = serverWith([photos]);
    const { user } = await open();
    await card('photos');
    server.use({ 'buckets.list': () => ({ buckets: [photos, archive], total: 2 }) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await card('archive');
    expect(server.calls('buckets.list')).toHaveLength(2);
  });

  it('marks the buckets that anonymous users can reach', async () => {
    const hidden = { ...archive, allowedActions: ['s3:ListBucket'] };
    const [site, team] = [aBucket({ name: 'site' }), aBucket({ name: 'team' })];
    const server = serverWith([hidden, photos, site, team], {
      'buckets.listAccess': () => ({
        access: { photos: 'PUBLIC', site: 'CUSTOM', team: 'CUSTOM' },
        anonymous: ['photos', 'site'],
      }),
    });
    await open();
    await (await card('photos')).findByText('public');
    await (await card('site')).findByText('anonymous access');
    await (await card('team')).findByText('custom access');
    expect(server.calls('buckets.listAccess')[0]?.query.names).toEqual(['photos', 'site', 'team']);
  });

  it('keeps the rows and tells of a refresh that failed', async () => {
    const server = serverWith([photos]);
    const { user } = await open();
    await card('photos');
    server.use({ 'buckets.list': () => fail('StorageTimeout') });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() =>
      expect(clientState().modalSnackBar).toMatchObject({
        type: 'error',
        message: expect.stringContaining('did not answer in time'),
      }),
    );
    await card('photos');
  });

  it('says when the list could not be loaded, and tries again', async () => {
    const server = serverWith([], { 'buckets.list': () => fail('StorageUnreachable') });
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The storage server cannot be reached.');
    server.use({ 'buckets.list': () => ({ buckets: [photos], total: 1 }) });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    await card('photos');
  });
});

describe('5,000 buckets', () => {
  // jsdom has no layout; a list of cards without a height would render all of them.
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(67);
  });

  const many = Array.from({ length: 5000 }, (_, index) =>
    aBucket({ name: `bucket-${String(index).padStart(4, '0')}`, size: index }),
  );

  it('draw only the few on the screen, each with its place among all', async () => {
    serverWith(many);
    await open();
    const first = (await screen.findByRole('link', { name: 'bucket-0000' })).closest('li');
    expect(first).toHaveAttribute('aria-setsize', '5000');
    expect(first).toHaveAttribute('aria-posinset', '1');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
  });

  it('are narrowed as fast as somebody types, without another call', async () => {
    const server = serverWith(many);
    const { user, history } = await open({ route: '/buckets?sort=largest' });
    await screen.findByRole('link', { name: 'bucket-4999' });
    await user.type(screen.getByRole('searchbox', { name: 'Filter Buckets' }), '421');
    await waitFor(() =>
      expect(shownNames()).toEqual(
        ['4421', '4219', '4218', '4217', '4216', '4215', '4214', '4213', '4212', '4211', '4210']
          .concat(['3421', '2421', '1421', '0421'])
          .map((number) => `bucket-${number}`),
      ),
    );
    expect(history.location.search).toBe('?sort=largest&filter=421');
    expect(server.calls('buckets.list')).toHaveLength(1);
  });

  it('keep the card with the focus while the page is scrolled away from it', async () => {
    serverWith(many);
    await open();
    const link = await screen.findByRole('link', { name: 'bucket-0000' });
    act(() => link.focus());
    Object.assign(globalThis, { scrollY: 100_000 });
    act(() => void globalThis.dispatchEvent(new Event('scroll')));
    await screen.findByRole('link', { name: 'bucket-1500' });
    expect(document.activeElement).toHaveTextContent('bucket-0000');
    Object.assign(globalThis, { scrollY: 0 });
  });
});

describe('Create Bucket button', () => {
  it('asks whether the user may create buckets, and shows if so [BUCKETS-08] [BUCKETS-09]', async () => {
    const server = serverWith([photos]);
    await open();
    expect(await screen.findByRole('button', { name: 'Create Bucket' })).toBeDefined();
    const [asked] = server.calls('buckets.hasPermission');
    expect(asked?.body.actions.map(({ action }) => action)).toEqual(['s3:CreateBucket']);
  });

  it('is not there for those who may not [BUCKETS-10]', async () => {
    serverWith([], {
      'buckets.hasPermission': ({ body }) => ({
        permissions: body.actions.map(({ id }) => ({ id, can: false })),
      }),
    });
    await open();
    expect(await screen.findByText(/your account cannot create one/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Create/ })).toBeNull();
  });
});

describe('Bulk Select', () => {
  it('is a toggle that shows and hides the boxes [BUCKETS-04] [BUCKETS-05]', async () => {
    serverWith([photos, archive]);
    const { user } = await open();
    await card('photos');
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
    const toggle = screen.getByRole('button', { name: 'Bulk Select', pressed: false });
    await user.click(toggle);
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    await user.click(toggle);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  });

  it('keeps Set Replication disabled until something is selected, and says why', async () => {
    serverWith([photos]);
    const { user } = await open();
    await card('photos');
    const control = screen.getByRole('button', { name: 'Set Replication' });
    expect(control).toBeDisabled();
    await user.hover(control);
    expect(await screen.findByText('Select at least one bucket first.')).toBeDefined();
  });

  it('deletes the selection and then selects nothing [BUCKETS-21]', async () => {
    const gone: string[] = [];
    const server = serverWith([photos, aBucket({ name: 'old' })], {
      'buckets.delete': ({ params }) => void gone.push(params.name),
    });
    const { user } = await open();
    await card('photos');
    await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select photos' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select old' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bucket' }));
    server.use({ 'buckets.list': () => ({ buckets: [archive], total: 1 }) });
    await user.type(dialog.getByLabelText('Type 2 buckets to confirm'), '2 buckets');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(gone.toSorted()).toEqual(['old', 'photos']));
    expect(await screen.findByText('0 selected')).toBeDefined();
    expect(clientState().modalSnackBar?.message).toBe('2 buckets deleted successfully.');
  });

  it('keeps those selected that could not be deleted, and says which and why', async () => {
    serverWith([photos, aBucket({ name: 'old' })], {
      'buckets.delete': ({ params }) =>
        params.name === 'photos' ? fail('BucketNotEmpty') : undefined,
    });
    const { user } = await open();
    await card('photos');
    await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select photos' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select old' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), '2 buckets{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '1 of 2 buckets could not be deleted.',
    );
    expect(dialog.getByRole('alert')).toHaveTextContent('photos: The bucket is not empty.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('1 selected')).toBeDefined();
  });

  it('does not delete what the account may not delete, and says what that is', async () => {
    serverWith([photos, archive]);
    const { user } = await open();
    await card('photos');
    await user.click(screen.getByRole('button', { name: 'Bulk Select' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select archive' }));
    const control = screen.getByRole('button', { name: 'Delete Selected' });
    expect(control).toBeDisabled();
    await user.hover(control);
    expect(await screen.findByText('Your account may not delete archive.')).toBeDefined();
    await user.click(control);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('deleting one bucket', () => {
  const ask = async (handlers: Handlers) => {
    const server = serverWith([photos, archive], handlers);
    const screenParts = await open();
    const { user } = screenParts;
    await user.click((await card('photos')).getByRole('button', { name: 'Actions for photos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bucket' }));
    return { ...screenParts, server, dialog };
  };

  it('asks, with the note that only an empty bucket can be deleted [BUCKETS-24]', async () => {
    const gone: string[] = [];
    const { user, dialog } = await ask({
      'buckets.delete': ({ params }) => void gone.push(params.name),
    });
    expect(dialog.getByText('A bucket can only be deleted if it is empty.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type photos to confirm'), 'photos');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(gone).toEqual(['photos']);
    expect(clientState().modalSnackBar?.message).toBe("Bucket 'photos' deleted successfully.");
  });

  it('shows in the dialog why it could not be done, and asks for the name again next time', async () => {
    const { user, dialog } = await ask({ 'buckets.delete': () => fail('BucketNotEmpty') });
    await user.type(dialog.getByRole('textbox'), 'photos{Enter}');
    expect(await dialog.findByRole('alert')).toHaveTextContent('The bucket is not empty.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click((await card('photos')).getByRole('button', { name: 'Actions for photos' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByRole('button', { name: 'Delete' })).toBeDisabled();
  });

  it('is not offered to those who may not', async () => {
    serverWith([archive]);
    const { user } = await open();
    await user.click((await card('archive')).getByRole('button', { name: 'Actions for archive' }));
    expect(await screen.findByRole('menuitem', { name: 'Browse' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });
});
