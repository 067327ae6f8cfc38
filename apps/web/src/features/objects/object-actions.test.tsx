import { ERRORS } from '@stowage/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onSessionLost } from '#web/lib/api/session-lost.ts';
import { fail } from '#web/testing/fake-server.ts';
import {
  anObject,
  decode,
  listing,
  message,
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
    await waitFor(() => expect(hrefs).toHaveLength(1));
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

  it('of an object that is gone is told in the page, and no file is offered', async () => {
    const server = serverWith(photos);
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    server.use({
      'objects.list': listing([]),
      'objects.checkDownload': () => fail('ObjectNotFound'),
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    await user.click(screen.getByRole('button', { name: 'Download a.jpg' }));
    await waitFor(() => expect(message()).toBe("'a.jpg' no longer exists."));
    expect(click).not.toHaveBeenCalled();
    expect(await screen.findByText(/This location is empty/)).toBeDefined();
  });

  it('of what the account is not allowed to read is refused in the page', async () => {
    const server = serverWith(photos);
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    server.use({ 'objects.checkDownload': () => fail('AccessDenied') });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    await user.click(screen.getByRole('button', { name: 'Download a.jpg' }));
    await waitFor(() => expect(message()).toBe(ERRORS.AccessDenied.message));
    expect(click).not.toHaveBeenCalled();
  });

  it('after the end of the session leads to the login, and offers no file', async () => {
    const server = serverWith(photos);
    const reasons: string[] = [];
    onTestFinished(onSessionLost((reason) => reasons.push(reason)));
    const { user } = await open();
    await screen.findByRole('link', { name: 'a.jpg' });
    server.use({ 'objects.checkDownload': () => fail('SessionRequired') });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    await user.click(screen.getByRole('button', { name: 'Download a.jpg' }));
    await waitFor(() => expect(reasons).toEqual(['unauthorized']));
    expect(click).not.toHaveBeenCalled();
  });
});

describe('a download of what is selected', () => {
  /** The contents of a submitted form. */
  interface SentForm {
    readonly action: string;
    readonly method: string;
    readonly target: string;
    readonly selection: unknown;
  }

  function watchForms(): SentForm[] {
    const sent: SentForm[] = [];
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function send(
      this: HTMLFormElement,
    ) {
      const { action, method, target } = this;
      const selection: unknown = JSON.parse(String(new FormData(this).get('selection')));
      sent.push({ action: new URL(action).pathname, method, target, selection });
    });
    onTestFinished(() => submit.mockRestore());
    return sent;
  }

  async function select(...names: string[]) {
    const server = serverWith(photos, { 'objects.checkSelection': () => undefined });
    const sent = watchForms();
    const rendered = await open();
    for (const name of names) {
      await rendered.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    }
    const button = screen.getByRole('button', { name: 'Download Selected' });
    return { ...rendered, server, sent, button };
  }

  it('is sent by a form into a frame that nobody sees', async () => {
    const { user, server, sent, button } = await select('2025', 'a.jpg');
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    const selection = {
      prefix: 'photos/',
      paths: [{ path: 'photos/2025/' }, { path: 'photos/a.jpg' }],
    };
    const [form] = sent;
    expect(form).toMatchObject({ method: 'post', selection });
    expect(form?.action).toBe('/api/v1/buckets/my-bucket/objects/download-multiple');
    expect(document.querySelector(`iframe[name="${form?.target}"]`)).not.toBeVisible();
    expect(document.querySelector('body > form')).toBeNull();
    expect(server.calls('objects.checkSelection').map(({ body }) => body)).toEqual([selection]);
  });

  it('takes all that a search finds, also what is not loaded', async () => {
    const found = photos.filter(({ name }) => name.endsWith('.jpg'));
    const server = serverWith(photos, {
      'objects.list': ({ query }) =>
        query.cursor
          ? fail('StorageFailed')
          : { objects: found, total: found.length, scanned: 4, next: 'more' },
      'objects.checkSelection': () => undefined,
    });
    const sent = watchForms();
    const { user } = await open('/buckets/my-bucket/browse/photos/?search=*.jpg&minSize=10');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await screen.findByRole('button', { name: 'Select all results' }));
    await user.click(screen.getByRole('button', { name: 'Download Selected' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(server.calls('objects.checkSelection')[0]?.body).toEqual({
      ...{ prefix: 'photos/', paths: [{ path: 'photos/' }] },
      matching: { search: '*.jpg', minSize: 10 },
    });
  });

  it('that would be refused is told in the page, and nothing is sent', async () => {
    const { user, server, sent, button } = await select('a.jpg');
    server.use({ 'objects.checkSelection': () => fail('AccessDenied') });
    await user.click(button);
    await waitFor(() => expect(message()).toBe(ERRORS.AccessDenied.message));
    expect(sent).toEqual([]);
  });
});
