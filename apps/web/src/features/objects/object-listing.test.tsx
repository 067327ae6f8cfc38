import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

describe('a folder', () => {
  it('shows at the top of the bucket and below it [OBJ-01]', async () => {
    const server = serverWith(photos);
    await open('/buckets/my-bucket/browse');
    expect(await screen.findByRole('link', { name: 'photos' })).toBeDefined();
    expect(server.calls('objects.list')[0]?.query.prefix).toBeUndefined();
    await open('/buckets/my-bucket/browse/photos/');
    expect(await screen.findByRole('link', { name: 'a.jpg' })).toBeDefined();
  });

  it('lists Name, Last Modified and Size, folders first [OBJ-04] [OBJ-05]', async () => {
    serverWith(photos);
    await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    for (const name of ['Name', 'Last Modified', 'Size']) {
      expect(screen.getByRole('columnheader', { name })).toBeDefined();
    }
    expect(names()).toEqual(['2025', 'a.jpg', 'b.jpg', 'c.jpg']);
    expect(within(row('b.jpg')).getByText('2.0 KiB')).toBeDefined();
    expect(within(row('b.jpg')).getByText(/10 Nov 2026/)).toBeDefined();
  });

  it('sorts by each column, with folders staying first, and keeps that in the address [OBJ-06]', async () => {
    serverWith(photos);
    const { user, history } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.click(screen.getByRole('button', { name: 'Size' }));
    expect(names()).toEqual(['2025', 'c.jpg', 'b.jpg', 'a.jpg']);
    await user.click(screen.getByRole('button', { name: 'Last Modified' }));
    await user.click(screen.getByRole('button', { name: 'Last Modified' }));
    expect(names()).toEqual(['2025', 'a.jpg', 'c.jpg', 'b.jpg']);
    expect(history.location.search).toBe('?sort=-modified');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['2025', 'c.jpg', 'b.jpg', 'a.jpg']);
  });

  it('does not carry a late search to the folder that was opened meanwhile', async () => {
    serverWith(photos);
    const { history } = await open();
    await screen.findByRole('link', { name: '2025' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const box = screen.getByRole('searchbox', { name: 'Search this folder' });
    fireEvent.change(box, { target: { value: 'b' } });
    act(() => history.push('/buckets/my-bucket/browse/photos/2025/'));
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(history.location.search).toBe('');
  });

  it('searches names on the server and keeps the search in the address [OBJ-07]', async () => {
    const server = serverWith(photos);
    const { user, history } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.type(screen.getByRole('searchbox', { name: 'Search this folder' }), 'B.J');
    await waitFor(() => expect(names()).toEqual(['b.jpg']));
    expect(history.location.search).toBe('?search=B.J');
    expect(server.calls('objects.list').at(-1)?.query.search).toBe('B.J');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('says when a search finds nothing', async () => {
    serverWith(photos);
    await open('/buckets/my-bucket/browse/photos/?search=zzz');
    expect(await screen.findByText('No Results')).toBeDefined();
  });

  it('says when it is empty [OBJ-25]', async () => {
    serverWith([]);
    await open();
    expect(
      await screen.findByText('This location is empty, please try uploading a new file'),
    ).toBeDefined();
  });

  it('loads again by Refresh [OBJ-17]', async () => {
    const server = serverWith(photos);
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    server.use({ 'objects.list': listing([anObject({ name: 'photos/new.jpg' })]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: 'new.jpg' })).toBeDefined();
    expect(names()).toEqual(['new.jpg']);
  });

  it('goes on with the next page where the one before ended', async () => {
    const server = serverWith([], {
      'objects.list': ({ query }) =>
        query.cursor === 'second'
          ? { objects: [{ name: 'photos/z/' }], total: 1 }
          : { objects: [anObject({ name: 'photos/a.jpg' })], total: 1, next: 'second' },
    });
    await open();
    await waitFor(() => expect(names()).toEqual(['z', 'a.jpg']));
    expect(server.calls('objects.list').map(({ query }) => query.cursor)).toEqual([
      undefined,
      'second',
    ]);
    expect(screen.getByText(/2 items/)).toBeDefined();
  });

  it('says when more could not be loaded, and tries again when asked to', async () => {
    const first = { objects: [anObject({ name: 'photos/a.jpg' })], total: 1, next: 'second' };
    const server = serverWith([], {
      'objects.list': ({ query }) => (query.cursor ? fail('StorageTimeout') : first),
    });
    const { user } = await open();
    expect(await screen.findByText('The next items could not be loaded.')).toBeDefined();
    expect(server.calls('objects.list')).toHaveLength(2);
    server.use({ 'objects.list': () => ({ objects: [anObject({ name: 'photos/b' })], total: 1 }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names()).toEqual(['a.jpg', 'b']));
  });

  it('says when it could not be loaded, and tries again', async () => {
    const server = serverWith([], { 'objects.list': () => fail('StorageFailed') });
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    server.use({ 'objects.list': listing(photos) });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'a.jpg' })).toBeDefined();
  });
});

describe('a slow listing', () => {
  it('says so after 3 seconds, and from 6 on with the seconds, looking every second [OBJ-26] [OBJ-27] [OBJ-28]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const answer = Promise.withResolvers<{ objects: []; total: number }>();
    serverWith([], { 'objects.list': () => answer.promise });
    await open();
    await screen.findByRole('grid');
    const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
    const notice = () => screen.queryByText(/taking longer than expected/)?.textContent;
    await seconds(2);
    expect(notice()).toBeUndefined();
    await seconds(1);
    expect(notice()).toBe('This operation is taking longer than expected...');
    await seconds(2);
    expect(notice()).toBe('This operation is taking longer than expected...');
    await seconds(1);
    expect(notice()).toBe('This operation is taking longer than expected... (6 s)');
    await seconds(1);
    expect(notice()).toBe('This operation is taking longer than expected... (7 s)');
    vi.useRealTimers();
    answer.resolve({ objects: [], total: 0 });
    await waitFor(() => expect(notice()).toBeUndefined());
  });
});
