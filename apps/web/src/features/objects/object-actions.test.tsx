import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fail } from '#web/testing/fake-server.ts';
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

describe('uploading', () => {
  const file = (name: string) => new File(['x'], name);

  it('takes several files into the open folder [OBJ-09] [OBJ-10]', async () => {
    serverWith(photos);
    const { user, sent } = await open();
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findByRole('menuitem', { name: 'Upload files' })).toBeDefined();
    const input = screen.getByLabelText<HTMLInputElement>('Upload files');
    expect(input.multiple).toBe(true);
    await user.upload(input, [file('one.txt'), file('two.txt')]);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ key }) => key)).toEqual(['photos/one.txt', 'photos/two.txt']);
  });

  it('takes a whole folder with the paths in it', async () => {
    serverWith(photos);
    const { user, sent } = await open();
    await screen.findByRole('button', { name: 'Upload' });
    const input = screen.getByLabelText<HTMLInputElement>('Upload folder');
    expect(input.hasAttribute('webkitdirectory')).toBe(true);
    const inside = Object.defineProperty(file('b'), 'webkitRelativePath', {
      value: 'trip/day 1/b',
    });
    await user.upload(input, [inside]);
    await waitFor(() => expect(sent.map(({ key }) => key)).toEqual(['photos/trip/day 1/b']));
  });

  it('takes files that are dropped on the page, and says where they would go', async () => {
    serverWith(photos);
    const { sent } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    const items = [
      { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('dropped') },
    ];
    const dataTransfer = { types: ['Files'], items };
    fireEvent.dragEnter(document.body, { dataTransfer });
    expect(await screen.findByText('to my-bucket/photos/')).toBeDefined();
    fireEvent.drop(document.body, { dataTransfer });
    await waitFor(() => expect(sent.map(({ key }) => key)).toEqual(['photos/dropped']));
    expect(screen.queryByText('to my-bucket/photos/')).toBeNull();
  });
});

describe('the new path', () => {
  it('is chosen in a dialog, must not be blank, and is opened [OBJ-14] [OBJ-15]', async () => {
    serverWith(photos);
    const { user, history } = await open();
    await user.click(await screen.findByRole('button', { name: 'New path' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Choose or create a new path' }),
    );
    const input = dialog.getByLabelText('New Folder Path');
    expect(dialog.getByRole('button', { name: 'Open' })).toBeDisabled();
    await user.type(input, '  ');
    expect(dialog.getByText('Enter a path.')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Open' })).toBeDisabled();
    await user.clear(input);
    await user.type(input, '2027/new year{Enter}');
    await waitFor(() =>
      expect(history.location.pathname).toBe('/buckets/my-bucket/browse/photos/2027/new%20year/'),
    );
    expect(await screen.findByText(/This location is empty/)).toBeDefined();
  });
});

describe('deleting', () => {
  it('one object asks first and says so afterwards [OBJ-20] [OBJ-21]', async () => {
    const server = serverWith(photos, { 'objects.delete': () => undefined });
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    await user.click(screen.getByRole('button', { name: 'Options of a.jpg' }));
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

  it('several are those selected, by Delete Selected [OBJ-18] [OBJ-22]', async () => {
    const server = serverWith(photos, { 'objects.deleteMultiple': () => undefined });
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
    const server = serverWith(photos, { 'objects.delete': () => undefined });
    const { user } = await open();
    await screen.findByRole('link', { name: '2025' });
    await user.click(screen.getByRole('button', { name: 'Options of 2025' }));
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
    serverWith(photos, { 'objects.delete': () => fail('ObjectLocked') });
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
    const server = serverWith(photos, { 'objects.delete': () => undefined });
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
});

describe('downloading', () => {
  const big = [
    anObject({ name: 'photos/big.iso', size: 104_857_601 }),
    anObject({ name: 'photos/fits.iso', size: 104_857_600 }),
  ];

  async function download(name: string) {
    serverWith(big);
    const { user } = await open();
    await screen.findByRole('link', { name });
    const hrefs: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      hrefs.push(this.href);
    });
    await user.click(screen.getByRole('button', { name: `Download ${name}` }));
    click.mockRestore();
    return hrefs;
  }

  it('is done by the browser, and announced above 100 MiB [OBJ-23]', async () => {
    const [href] = await download('big.iso');
    const url = new URL(href ?? '');
    expect(url.pathname).toBe('/api/v1/buckets/my-bucket/objects/download');
    expect(decode(url.searchParams.get('prefix') ?? '')).toBe('photos/big.iso');
    expect(message()).toBe('Download process started, it may take a few moments to complete');
  });

  it('is not announced at 100 MiB or less [OBJ-24]', async () => {
    expect(await download('fits.iso')).toHaveLength(1);
    expect(message()).toBeUndefined();
  });
});
