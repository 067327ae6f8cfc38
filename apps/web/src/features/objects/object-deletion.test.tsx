import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, type Handlers } from '#web/testing/fake-server.ts';
import {
  anObject,
  decode,
  listing,
  message,
  names,
  open,
  photos,
  serverWith,
} from './testing/test-browser.tsx';

const versioned = { details: { versioning: true } };
const noMarkers = { delete_markers: [] };

describe('deleting', () => {
  it('one object asks first and says so afterwards [OBJ-20] [OBJ-21] [BADMIN-14]', async () => {
    const server = serverWith(photos, { 'objects.delete': () => noMarkers }, versioned);
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.click(screen.getByRole('button', { name: 'Actions for a.jpg' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    expect(dialog.getByText("The object 'a.jpg' will be deleted.")).toBeDefined();
    server.use({ 'objects.list': listing(photos.filter(({ name }) => name !== 'photos/a.jpg')) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(message()).toBe("Object 'a.jpg' deleted successfully."));
    expect(decode(server.calls('objects.delete')[0]?.query.path)).toBe('photos/a.jpg');
    expect(server.calls('objects.delete')[0]?.query.recursive).toBeUndefined();
    await waitFor(() => expect(names()).toEqual(['2025', 'b.jpg', 'c.jpg']));
  });

  it('waits for the rows and for nothing else that is known of the bucket', async () => {
    const server = serverWith(photos, { 'objects.delete': () => noMarkers }, versioned);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Actions for a.jpg' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    server.use({ 'buckets.get': () => new Promise(() => undefined) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(message()).toBe("Object 'a.jpg' deleted successfully."));
    expect(server.calls('buckets.get')).toHaveLength(2);
  });

  it('several are those selected, by Delete Selected [OBJ-18] [OBJ-22]', async () => {
    const server = serverWith(photos, { 'objects.deleteMultiple': () => noMarkers }, versioned);
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select c.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(message()).toBe('Objects deleted successfully.'));
    expect(server.calls('objects.deleteMultiple')[0]?.body).toEqual([
      { path: 'photos/a.jpg', recursive: false },
      { path: 'photos/c.jpg', recursive: false },
    ]);
    expect(screen.queryByRole('button', { name: 'Delete Selected' })).toBeNull();
  });

  it('a folder takes everything in it, says so, and wants its name typed', async () => {
    const server = serverWith(photos, { 'objects.delete': () => noMarkers });
    const { user } = await open();
    await screen.findByRole('link', { name: '2025' });
    await user.click(screen.getByRole('button', { name: 'Actions for 2025' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    expect(dialog.getByText(/The folder '2025' and everything in it/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type 2025 to confirm'), '2025{Enter}');
    await waitFor(() => expect(server.calls('objects.delete')).toHaveLength(1));
    const [call] = server.calls('objects.delete');
    expect([decode(call?.query.path), call?.query.recursive]).toEqual(['photos/2025/', 'true']);
  });

  it('shows a failure in the dialog and keeps the selection', async () => {
    serverWith(photos, { 'objects.delete': () => fail('ObjectLocked') }, versioned);
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('protected by retention');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('1 selected')).toBeDefined();
  });

  it('the open object closes its details', async () => {
    const server = serverWith(photos, { 'objects.delete': () => noMarkers }, versioned);
    const { user, history } = await open('/buckets/my-bucket/browse/photos/a.jpg');
    const detail = within(await screen.findByRole('region', { name: 'Details of a.jpg' }));
    await user.click(detail.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    server.use({ 'objects.list': listing([]) });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/'),
    );
  });

  it('selects nothing in another folder', async () => {
    serverWith(photos);
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    expect(screen.getByText('1 selected')).toBeDefined();
    await user.click(screen.getByRole('link', { name: '2025' }));
    await screen.findByRole('link', { name: 'x.jpg' });
    expect(screen.queryByText('1 selected')).toBeNull();
  });

  it('wants the name typed where no version is kept', async () => {
    const server = serverWith(photos, { 'objects.delete': () => noMarkers });
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.click(screen.getByRole('button', { name: 'Actions for a.jpg' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    expect(dialog.getByText('This cannot be undone.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type a.jpg to confirm'), 'a.jpg{Enter}');
    await waitFor(() => expect(server.calls('objects.delete')).toHaveLength(1));
  });

  it('wants the number of several typed where no version is kept', async () => {
    const server = serverWith(photos, { 'objects.deleteMultiple': () => noMarkers });
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select c.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Type 2 items to confirm'), '2 items{Enter}');
    await waitFor(() => expect(server.calls('objects.deleteMultiple')).toHaveLength(1));
  });

  it('takes a name with hidden characters as it is shown', async () => {
    const spoof = anObject({ name: 'photos/harmless\u202egpj.exe' });
    const server = serverWith([spoof], { 'objects.delete': () => noMarkers });
    const { user } = await open();
    const shown = 'harmless[U+202E]gpj.exe';
    expect(await screen.findByRole('link', { name: shown })).toBeDefined();
    await user.click(screen.getByRole('button', { name: `Actions for ${shown}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    expect(dialog.getByText(`The object '${shown}' will be deleted.`)).toBeDefined();
    await user.click(dialog.getByLabelText(`Type ${shown} to confirm`));
    await user.paste(shown);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls('objects.delete')).toHaveLength(1));
    expect(decode(server.calls('objects.delete')[0]?.query.path)).toBe(spoof.name);
  });
});

describe('undoing a deletion that only set delete markers', () => {
  const markers = [
    { path: 'photos/a.jpg', versionID: 'marker-a' },
    { path: 'photos/c.jpg', versionID: 'marker-c' },
  ];
  const setMarkers = () => ({ delete_markers: markers });
  const undo = () => clientState().modalSnackBar?.action;

  async function deleteTwo(user: UserEvent) {
    await user.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select c.jpg' }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(message()).toBe('Objects deleted successfully.'));
  }

  it('removes exactly these markers, by their version ids', async () => {
    const left = photos.filter(({ name }) => name.endsWith('b.jpg'));
    const handlers: Handlers = {
      'objects.deleteMultiple': () => {
        server.use({ 'objects.list': listing(left) });
        return setMarkers();
      },
    };
    const server = serverWith(photos, handlers, versioned);
    const { user } = await open();
    await deleteTwo(user);
    await waitFor(() => expect(names()).toEqual(['b.jpg']));
    expect(undo()?.label).toBe('Undo');
    server.use({ 'objects.list': listing(photos), 'objects.deleteMultiple': () => noMarkers });
    act(() => undo()?.run());
    await waitFor(() => expect(message()).toBe('2 objects restored.'));
    expect(server.calls('objects.deleteMultiple')[1]?.body).toEqual(markers);
    await waitFor(() => expect(names()).toEqual(['2025', 'a.jpg', 'b.jpg', 'c.jpg']));
    expect(undo()).toBeUndefined();
  });

  it('works after the folder was left', async () => {
    const server = serverWith(photos, { 'objects.deleteMultiple': setMarkers }, versioned);
    const { user, unmount } = await open();
    await deleteTwo(user);
    const { run } = undo() ?? {};
    unmount();
    server.use({ 'objects.deleteMultiple': () => noMarkers });
    run?.();
    await waitFor(() => expect(message()).toBe('2 objects restored.'));
  });

  it('tells why it failed', async () => {
    const server = serverWith(photos, { 'objects.deleteMultiple': setMarkers }, versioned);
    const { user } = await open();
    await deleteTwo(user);
    server.use({ 'objects.deleteMultiple': () => fail('StorageUnreachable') });
    act(() => undo()?.run());
    await waitFor(() => expect(clientState().modalSnackBar?.type).toBe('error'));
  });

  it.each([
    ['may not delete versions', ['s3:ListBucket', 's3:DeleteObject'], markers],
    ['would get only a part back', ['s3:*'], markers.slice(1)],
  ])('is not offered to somebody who %s', async (_, allowedActions, delete_markers) => {
    const handlers: Handlers = { 'objects.deleteMultiple': () => ({ delete_markers }) };
    serverWith(photos, handlers, { ...versioned, allowedActions });
    const { user } = await open();
    await deleteTwo(user);
    expect(undo()).toBeUndefined();
  });
});

describe('selecting all of a folder that is loaded in part', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      anObject({ name: `photos/${String(index).padStart(4, '0')}.jpg` }),
    );

  /** Returns the rows in pages of 1,000, as the storage does. */
  function paged(count: number, handlers: Handlers = {}) {
    const rows = many(count);
    return serverWith([], {
      'objects.list': ({ query }) => {
        const start = Number(query.cursor ?? 0);
        const end = start + (query.limit ?? 1000);
        return {
          objects: rows.slice(start, end),
          total: Math.min(rows.length, end) - start,
          ...(end < rows.length && { next: String(end) }),
        };
      },
      ...handlers,
    });
  }

  const selectAll = async (user: UserEvent) => {
    await screen.findByRole('link', { name: '0000.jpg' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  };

  it('says that only the loaded ones are, and deletes those after their number was typed', async () => {
    const server = paged(2600, { 'objects.deleteMultiple': () => noMarkers });
    const { user } = await open();
    await selectAll(user);
    expect(screen.getByText('All 1,000 loaded items are selected.')).toBeDefined();
    expect(screen.getByText('1,000 selected')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete' }));
    await user.type(dialog.getByLabelText('Type 1,000 items to confirm'), '1,000 items{Enter}');
    await waitFor(() => expect(server.calls('objects.deleteMultiple')).toHaveLength(1));
    expect(server.calls('objects.deleteMultiple')[0]?.body).toHaveLength(1000);
  });

  it('offers everything, which the server deletes whether it is loaded or not', async () => {
    paged(2600);
    const { user, tasks } = await open();
    await selectAll(user);
    await user.click(screen.getByRole('button', { name: 'Select everything in this folder' }));
    expect(screen.getByText('Everything in this folder is selected.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    expect(tasks).toMatchObject([
      { kind: 'delete', bucket: 'my-bucket', folder: 'photos/', selection: { prefix: 'photos/' } },
    ]);
    act(() => tasks[0]?.onStarted());
    expect(screen.queryByText('Everything in this folder is selected.')).toBeNull();
  });

  it('calls nothing selected where the first page is empty and not the last', async () => {
    const server = serverWith([], {
      'objects.list': ({ query }) =>
        query.cursor === undefined
          ? { objects: [], total: 0, next: '1' }
          : new Promise<never>(() => undefined),
    });
    await open();
    await waitFor(() => expect(server.calls('objects.list')).toHaveLength(2));
    expect(screen.queryByText(/loaded items are selected/)).toBeNull();
  });

  it('takes a folder that is loaded whole as it is', async () => {
    paged(3);
    const { user } = await open();
    await selectAll(user);
    expect(screen.queryByText(/loaded items are selected/)).toBeNull();
    expect(screen.getByText('3 selected')).toBeDefined();
  });
});
