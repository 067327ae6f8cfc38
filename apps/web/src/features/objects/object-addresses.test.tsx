import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aSession } from '#web/testing/factories.ts';
import { fail } from '#web/testing/fake-server.ts';
import {
  anObject,
  listing,
  names,
  open,
  photos,
  row,
  serverWith,
} from './testing/test-browser.tsx';

describe('addresses', () => {
  const awkward = ['100%.txt', 'a#b?c', '😀 "q"', '..', 'x//y', '$id', '%2F', ' '];

  it.each(awkward)(
    'open the folder %j from its row, from its address, and come back',
    async (name) => {
      serverWith([anObject({ name: `in/${name}/file` })]);
      const place = () => screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent;
      const first = await open('/buckets/my-bucket/browse/in/');
      const [link] = await screen.findAllByRole('link', {
        name: (_, element) => 'rowLink' in (element as HTMLElement).dataset,
      });
      await first.user.click(link as HTMLElement);
      // A folder whose name begins with '/' is reached through its parent.
      const shown = name.split('/')[0] ?? '';
      await waitFor(() => expect(place()).toBe(`Bucketsmy-bucketin${shown}`));
      const { href } = first.history.location;
      act(() => first.history.back());
      await waitFor(() => expect(place()).toBe('Bucketsmy-bucketin'));
      first.unmount();
      await open(href);
      await waitFor(() => expect(place()).toBe(`Bucketsmy-bucketin${shown}`));
    },
  );

  it('takes a path as an object when there is one of exactly that key [OBJD-01]', async () => {
    serverWith([...photos, anObject({ name: 'photos/a.jpg.bak' })]);
    await open('/buckets/my-bucket/browse/photos/a.jpg');
    expect(await screen.findByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
    await waitFor(() => expect(names()).toContain('b.jpg'));
    expect(row('a.jpg ').getAttribute('aria-current')).toBe('true');
  });

  it('takes a path as a folder when no object has exactly that key [OBJD-01]', async () => {
    serverWith([anObject({ name: 'photos-old' }), ...photos]);
    await open('/buckets/my-bucket/browse/photos');
    await waitFor(() => expect(names()).toContain('a.jpg'));
    expect(screen.queryByRole('region', { name: /Details/ })).toBeNull();
  });

  it.each(['?tab=versions', '?version=v-1'])(
    'with %s is that of an object, be it deleted [OBJD-01]',
    async (query) => {
      serverWith(photos);
      await open(`/buckets/my-bucket/browse/photos/gone.jpg${query}`);
      expect(await screen.findByRole('region', { name: 'Details of gone.jpg' })).toBeDefined();
      await waitFor(() => expect(names()).toContain('b.jpg'));
    },
  );

  it('stays that of an object which went away while it was open', async () => {
    const server = serverWith(photos);
    const { queryClient } = await open('/buckets/my-bucket/browse/photos/a.jpg');
    await screen.findByRole('region', { name: 'Details of a.jpg' });
    server.use({ 'objects.list': listing(photos.filter(({ name }) => name !== 'photos/a.jpg')) });
    await act(() => queryClient.invalidateQueries({ queryKey: ['objects'] }));
    await waitFor(() => expect(names()).not.toContain('a.jpg'));
    expect(screen.getByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
  });

  it('says when the bucket does not exist', async () => {
    serverWith([], { 'buckets.get': () => fail('BucketNotFound') });
    await open();
    expect(await screen.findByText('There is no bucket my-bucket')).toBeDefined();
  });
});

describe('the details of an object', () => {
  it('closes with Escape and goes back to the folder', async () => {
    serverWith(photos);
    const { user, history } = await open();
    await user.click(await screen.findByRole('link', { name: 'a.jpg' }));
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/a.jpg');
    expect(await screen.findByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
    expect(document.title).toBe('a.jpg · my-bucket · Stowage');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: /Details/ })).toBeNull());
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/');
    expect(document.title).toBe('photos · my-bucket · Stowage');
  });
});

describe('Escape', () => {
  it('is for what is open over the page, then for the selection, then for the details', async () => {
    serverWith(photos);
    const { user } = await open('/buckets/my-bucket/browse/photos/a.jpg');
    const detail = within(await screen.findByRole('region', { name: 'Details of a.jpg' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select b.jpg' }));
    await user.click(detail.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Actions for b.jpg' }));
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    act(() => row('b.jpg').focus());
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selected')).toBeNull();
    expect(screen.getByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: /Details/ })).toBeNull());
  });
});

describe('an object that cannot be looked up', () => {
  it('is shown beside its folder, which is of use all the same', async () => {
    const server = serverWith(photos);
    const all = listing(photos);
    server.use({
      'objects.list': (request) =>
        request.query.with_metadata === 'true' ? fail('StorageTimeout') : all(request),
    });
    await open('/buckets/my-bucket/browse/photos/a.jpg');
    expect(await screen.findByRole('region', { name: 'Details of a.jpg' })).toBeDefined();
    await waitFor(() => expect(names()).toContain('b.jpg'));
  });
});

describe('Configure Bucket', () => {
  const pages = ['/buckets', '/buckets/:bucketName/browse/*', '/buckets/:bucketName/admin'];

  it('leads to the settings of the bucket [OBJ-02]', async () => {
    serverWith(photos);
    await open(undefined, aSession({ pages }));
    const link = await screen.findByRole('link', { name: 'Configure Bucket' });
    expect(link.getAttribute('href')).toBe('/buckets/my-bucket/admin');
  });

  it('is only there with manage, and when the page is open to the session [OBJ-03]', async () => {
    serverWith(photos, {}, { manage: false });
    const first = await open(undefined, aSession({ pages }));
    await screen.findByRole('link', { name: 'a.jpg' });
    expect(screen.queryByRole('link', { name: 'Configure Bucket' })).toBeNull();
    first.unmount();
    serverWith(photos);
    await open(undefined, aSession({ pages: pages.slice(0, 2) }));
    await screen.findByRole('link', { name: 'a.jpg' });
    expect(screen.queryByRole('link', { name: 'Configure Bucket' })).toBeNull();
  });
});

describe('permissions', () => {
  const withActions = async (...allowedActions: string[]) => {
    const server = serverWith(photos, {}, { allowedActions });
    const rendered = await open();
    return { ...rendered, server };
  };

  it('without s3:ListBucket nothing is listed or searched, and it says so [OBJ-29]', async () => {
    const { server } = await withActions('s3:PutObject');
    expect(await screen.findByText('You cannot see the objects of this bucket')).toBeDefined();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(server.calls('objects.list')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Upload' })).toBeDefined();
  });

  it('without s3:PutObject there is no upload and no new path [OBJ-30] [OBJ-31]', async () => {
    const { sent } = await withActions('s3:ListBucket', 's3:GetObject');
    await screen.findByRole('link', { name: 'a.jpg' });
    expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New path' })).toBeNull();
    fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], items: [] } });
    expect(sent).toEqual([]);
  });

  it('without s3:DeleteObject nothing can be deleted [OBJ-32]', async () => {
    const { user } = await withActions('s3:ListBucket', 's3:GetObject');
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.click(screen.getByRole('checkbox', { name: 'Select a.jpg' }));
    expect(screen.getByRole('button', { name: 'Download Selected' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Selected' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for a.jpg' }));
    expect(await screen.findByRole('menuitem', { name: 'Download' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  it('without s3:GetObject nothing can be downloaded', async () => {
    await withActions('s3:ListBucket');
    await screen.findByRole('link', { name: 'a.jpg' });
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
  });
});
