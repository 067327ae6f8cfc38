import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import {
  anObject,
  decode,
  listing,
  message,
  names,
  open,
  photos,
  row,
  serverWith,
} from './testing/test-browser.tsx';

const versioned = { details: { versioning: true } };
const time = '2026-11-01T09:00:00.000Z';
const rewound = `?rewind=${encodeURIComponent(time)}`;

const past = [
  anObject({ name: 'photos/2024/x.jpg' }),
  anObject({ name: 'photos/old.jpg', version_id: 'v1', size: 2048, delete_flag: false }),
  anObject({
    name: 'photos/lost.jpg',
    version_id: 'm1',
    is_delete_marker: true,
    delete_flag: true,
  }),
];

const pastServer = (objects = past, handlers: Handlers = {}) =>
  serverWith(photos, { 'objects.rewind': listing(objects), ...handlers }, versioned);

describe('Rewind', () => {
  it('asks for a date and lists the folder as of then [OBJ-16] [REWIND-01] [REWIND-04]', async () => {
    const server = pastServer();
    const { user, history } = await open();
    await user.click(await screen.findByRole('button', { name: 'Rewind' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rewind' }));
    const date = dialog.getByLabelText(/Date and time/);
    await user.clear(date);
    await user.type(date, '2020-01-02T03:04:05');
    await user.click(dialog.getByRole('button', { name: 'Rewind' }));
    await waitFor(() => expect(names()).toContain('old.jpg'));
    const [request] = server.calls('objects.rewind');
    const expected = new Date('2020-01-02T03:04:05').toISOString();
    expect(request?.params).toEqual({ bucket: 'my-bucket', date: expected });
    expect(decode(request?.query.prefix)).toBe('photos/');
    expect(new URLSearchParams(history.location.search).get('rewind')).toBe(expected);
  });

  it('wants a time, and none that lies ahead', async () => {
    pastServer();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Rewind' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rewind' }));
    const date = dialog.getByLabelText(/Date and time/);
    const submit = dialog.getByRole('button', { name: 'Rewind' });
    await user.click(submit);
    expect(await dialog.findByText('Choose a date and a time.')).toBeDefined();
    await user.type(date, '2999-01-01T00:00:00');
    await user.click(submit);
    expect(await dialog.findByText('Choose a time in the past.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: '1 hour ago' }));
    await user.click(submit);
    await waitFor(() => expect(names()).toContain('old.jpg'));
  });

  it('needs a bucket with versions, and says so where there are none [REWIND-02] [API-26]', async () => {
    const server = serverWith(photos);
    const { user } = await open();
    await waitFor(() => expect(server.calls('bucketAdmin.getVersioning')).toHaveLength(1));
    const action = await screen.findByRole('button', { name: 'Rewind' });
    expect(action.getAttribute('aria-disabled')).toBe('true');
    await user.click(action);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.hover(action);
    expect(await screen.findByText('Only buckets with versioning can be rewound.')).toBeDefined();
  });

  it('shows Name, Object Date, Size and Deleted [REWIND-05]', async () => {
    pastServer();
    await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await waitFor(() => expect(names()).toEqual(['2024', 'lost.jpg', 'old.jpg']));
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(1, 5)).toEqual(['Name', 'Object Date', 'Size', 'Deleted']);
    expect(within(row('lost.jpg')).getByText('Yes')).toBeDefined();
    expect(within(row('old.jpg')).getByText('No')).toBeDefined();
    expect(screen.getByText(/Showing my-bucket as of 1 Nov 2026/)).toBeDefined();
  });

  it('says of an empty location nothing of uploads [REWIND-06]', async () => {
    pastServer([]);
    await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    expect(await screen.findByText('This location is empty')).toBeDefined();
    expect(screen.queryByText(/uploading/)).toBeNull();
  });

  it("ends by 'Show Current Data' [REWIND-07]", async () => {
    pastServer();
    const { user, history } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('button', { name: 'Show Current Data' }));
    await waitFor(() => expect(names()).toContain('a.jpg'));
    expect(history.location.search).toBe('');
  });

  it('goes along into other folders, and not to another bucket [REWIND-08]', async () => {
    const server = pastServer();
    const { user, history } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('link', { name: '2024' }));
    await waitFor(() => expect(names()).toEqual(['x.jpg']));
    expect(history.location.search).toContain('rewind=');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await user.click(crumbs.getByRole('link', { name: 'photos' }));
    await waitFor(() => expect(names()).toContain('old.jpg'));
    expect(crumbs.getByRole('link', { name: 'Buckets' }).getAttribute('href')).toBe('/buckets');
    act(() => history.push('/buckets/other-bucket/browse/photos/'));
    await waitFor(() => expect(names()).toContain('a.jpg'));
    expect(server.calls('objects.rewind').map(({ params }) => params.bucket)).not.toContain(
      'other-bucket',
    );
  });

  it('leaves nothing to be changed: no upload, new path, refresh or delete [REWIND-09]', async () => {
    pastServer();
    const { user } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await waitFor(() => expect(names()).toContain('old.jpg'));
    for (const name of ['Upload', 'Refresh']) {
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
    await user.click(screen.getByRole('button', { name: 'New path' }));
    expect(screen.getByRole('button', { name: 'New path' })).toHaveAttribute('aria-disabled');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Actions for old.jpg' }));
    const item = await screen.findByRole('menuitem', { name: /^Delete/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('Not available while you view an earlier time.');
    await user.click(item);
    expect(screen.queryByRole('dialog', { name: 'Delete' })).toBeNull();
  });

  it('opens and downloads the version of then', async () => {
    const server = pastServer();
    const { user, history } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('button', { name: 'Download old.jpg' }));
    await waitFor(() => expect(server.calls('objects.checkDownload')).toHaveLength(1));
    expect(decode(server.calls('objects.checkDownload')[0]?.query.version_id)).toBe('v1');
    await user.click(screen.getByRole('link', { name: 'old.jpg' }));
    expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/old.jpg');
    const query = new URLSearchParams(history.location.search);
    expect([query.get('version'), query.get('rewind')]).toEqual(['v1', time]);
  });

  it('restores the version of then as the current one', async () => {
    const server = pastServer(past, { 'objectDetail.restoreVersion': () => undefined });
    const { user } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('button', { name: 'Actions for old.jpg' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    await waitFor(() => expect(message()).toBe("'old.jpg' restored."));
    const { query } = server.calls('objectDetail.restoreVersion')[0] ?? {};
    expect([decode(query?.prefix), decode(query?.version_id)]).toEqual(['photos/old.jpg', 'v1']);
    expect(within(row('lost.jpg')).queryByRole('button', { name: /Restore/ })).toBeNull();
  });

  it('downloads and restores what is selected as it was then', async () => {
    const server = pastServer(past, { 'objects.checkSelection': () => undefined });
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    const { user, tasks } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('checkbox', { name: 'Select old.jpg' }));
    expect(screen.queryByRole('button', { name: 'Delete Selected' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Download Selected' }));
    await waitFor(() => expect(submit).toHaveBeenCalledOnce());
    const chosen = { prefix: 'photos/', paths: [{ path: 'photos/old.jpg' }], at: time };
    expect(server.calls('objects.checkSelection')[0]?.body).toEqual(chosen);
    await user.click(screen.getByRole('button', { name: 'Restore Selected' }));
    expect(tasks).toMatchObject([
      { kind: 'restore', at: time, selection: { items: ['photos/old.jpg'] } },
    ]);
  });

  it('downloads and restores a folder, and all that is shown, as it was then', async () => {
    const server = pastServer(past, { 'objects.checkSelection': () => undefined });
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue();
    const { user, tasks } = await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    await user.click(await screen.findByRole('button', { name: 'Download 2024' }));
    await waitFor(() => expect(server.calls('objects.checkSelection')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Actions for 2024' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    const ofAll = async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'More actions' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await ofAll('Download all as of this time');
    await waitFor(() => expect(server.calls('objects.checkSelection')).toHaveLength(2));
    await ofAll('Restore all as of this time');
    expect(server.calls('objects.checkSelection').map(({ body }) => body)).toEqual([
      { prefix: 'photos/', paths: [{ path: 'photos/2024/' }], at: time },
      { prefix: 'photos/', paths: [{ path: 'photos/' }], at: time },
    ]);
    expect(tasks).toMatchObject([
      { kind: 'restore', at: time, selection: { items: ['photos/2024/'] } },
      { kind: 'restore', at: time, selection: { prefix: 'photos/' } },
    ]);
  });

  it('says why a time cannot be shown', async () => {
    pastServer(past, { 'objects.rewind': () => fail('AccessDenied') });
    await open(`/buckets/my-bucket/browse/photos/${rewound}`);
    expect(await screen.findByText('The objects could not be loaded')).toBeDefined();
  });
});

describe('deleted objects', () => {
  const withDeleted = [
    ...photos,
    anObject({ name: 'photos/z.jpg', version_id: 'm1', is_delete_marker: true, delete_flag: true }),
  ];
  const server = () =>
    serverWith(
      photos,
      {
        'objects.list': ({ query }) =>
          listing(query.with_deleted === 'true' ? withDeleted : photos)({ query }),
        'objects.delete': () => ({ delete_markers: [] }),
        'objects.deleteMultiple': () => ({ delete_markers: [] }),
      },
      versioned,
    );

  it('are shown when asked for, and can be restored', async () => {
    const fake = server();
    const { user, history } = await open();
    await waitFor(() => expect(names()).toHaveLength(4));
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Show deleted objects' }));
    await waitFor(() => expect(names()).toHaveLength(5));
    expect(history.location.search).toBe('?deleted=true');
    const gone = within(row('z.jpg'));
    expect(gone.getByText('deleted')).toBeDefined();
    expect(gone.queryByRole('link')).toBeNull();
    expect(gone.queryByRole('button', { name: /Delete|Download/ })).toBeNull();
    await user.click(gone.getByRole('button', { name: 'Restore z.jpg' }));
    await waitFor(() => expect(fake.calls('objects.deleteMultiple')).toHaveLength(1));
    expect(fake.calls('objects.deleteMultiple')[0]?.body).toEqual([
      { path: 'photos/z.jpg', versionID: 'm1' },
    ]);
  });

  it('are not offered where no versions are kept, with the reason', async () => {
    serverWith(photos);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    const item = await screen.findByRole('menuitem', { name: /Show deleted objects/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('Only buckets with versioning keep what was deleted.');
  });
});
