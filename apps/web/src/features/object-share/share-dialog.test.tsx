import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ShareDialog } from './share-dialog.tsx';

const NOW = Date.UTC(2026, 10, 22, 12);
const WEEK = 604_800_000;

/** As signed by the server, valid for this many milliseconds. */
const linkFor = (milliseconds: number, origin = 'https://files.example.net') =>
  `${origin}/my-bucket/photos/a.jpg?X-Amz-Date=20261122T120000Z&X-Amz-Expires=${milliseconds / 1000}`;

const signing: Handlers = {
  'shares.create': ({ query }) => linkFor(Number.parseInt(query.expires ?? '', 10)),
  'shares.getPublicAddress': () => ({}),
};

async function openShare(handlers: Handlers = {}, versionId?: string) {
  const server = fakeServer({ ...signing, ...handlers });
  const version = { bucket: 'my-bucket', key: 'photos/a.jpg', versionId };
  const frame = { opened: true, onClose: () => undefined, onExited: () => undefined };
  const rendered = await renderScreen(<ShareDialog {...frame} version={version} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Share File' }));
  return { ...rendered, server, dialog };
}

const wrote = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.setSystemTime(NOW);
  wrote.mockReset().mockResolvedValue();
});

describe('sharing an object', () => {
  it('makes a link for 7 days, and says so [SHARE-01][SHARE-02][SHARE-04][SHARE-05]', async () => {
    const { dialog, server } = await openShare();
    expect(await dialog.findByDisplayValue(linkFor(WEEK))).toBeVisible();
    const [call] = server.calls('shares.create');
    expect(call?.params).toEqual({ bucket: 'my-bucket' });
    expect(call?.query).toEqual({ prefix: btoa('photos/a.jpg'), expires: '604800000ms' });
    expect(dialog.getByLabelText('Days')).toHaveValue('7');
    expect(dialog.getByText(/temporary URL.*valid for up to 7 days/)).toBeVisible();
    expect(dialog.getByText(/^Valid until .*in 7 days/)).toBeVisible();
    expect(dialog.getByText('Leads to https://files.example.net')).toBeVisible();
    expect(dialog.queryByText(/ends earlier than you chose/)).toBeNull();
  });

  it('copies it [SHARE-11]', async () => {
    const { dialog, user } = await openShare();
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: wrote },
      configurable: true,
    });
    await dialog.findByDisplayValue(linkFor(WEEK));
    await user.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(wrote).toHaveBeenCalledWith(linkFor(WEEK));
    await expect
      .poll(() => clientState().modalSnackBar?.message)
      .toBe('Share URL Copied to clipboard');
  });

  it('makes another link for another duration, and of a version for that one', async () => {
    const { dialog, server, user } = await openShare({}, 'v-17');
    await dialog.findByDisplayValue(linkFor(WEEK));
    expect(dialog.getByText('Version v-17')).toBeVisible();
    const days = dialog.getByLabelText('Days');
    await user.clear(days);
    await user.type(days, '0');
    await user.clear(dialog.getByLabelText('Minutes'));
    await user.type(dialog.getByLabelText('Minutes'), '59');
    expect(await dialog.findByDisplayValue(linkFor(59 * 60_000))).toBeVisible();
    expect(server.calls('shares.create').at(-1)?.query).toMatchObject({
      version_id: btoa('v-17'),
      expires: '3540000ms',
    });
  });

  it.each([
    ['8 days', ['8', '0', '0'], 'Enter a whole number from 0 to 7.'],
    ['24 hours', ['0', '24', '0'], 'Enter a whole number from 0 to 23.'],
    ['60 minutes', ['0', '0', '60'], 'Enter a whole number from 0 to 59.'],
    ['7 days and an hour', ['7', '1', '0'], 'At 7 days this must be 0.'],
    ['7 days and a minute', ['7', '0', '1'], 'At 7 days this must be 0.'],
    ['no number', ['', '1', '0'], 'Enter a whole number from 0 to 7.'],
    ['nothing', ['0', '0', '0'], 'Choose a duration.'],
  ])(
    'makes no link for %s [SHARE-03][SHARE-06][SHARE-07][SHARE-08][SHARE-09][SHARE-10]',
    async (_case, entries, sentence) => {
      const { dialog, server, user } = await openShare();
      await dialog.findByDisplayValue(linkFor(WEEK));
      for (const [index, name] of ['Days', 'Hours', 'Minutes'].entries()) {
        const field = dialog.getByLabelText(name);
        await user.clear(field);
        if (entries[index]) await user.type(field, entries[index]);
      }
      expect(await dialog.findByText(sentence)).toBeVisible();
      expect(dialog.getByLabelText('Link')).toHaveValue('');
      expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveAttribute('aria-disabled');
      const asked = server.calls('shares.create').map(({ query }) => query.expires);
      expect(asked).not.toContain('NaNms');
      expect(asked).not.toContain('0ms');
    },
  );
});

describe('a link', () => {
  it('that ends with the session says so', async () => {
    const { dialog } = await openShare({ 'shares.create': () => linkFor(3_600_000) });
    expect(await dialog.findByText(/ends earlier than you chose/)).toBeVisible();
    expect(dialog.getByText(/in 1 hour/)).toBeVisible();
  });

  it('that only the machine itself can follow says so', async () => {
    const { dialog } = await openShare({
      'shares.create': () => linkFor(WEEK, 'http://127.0.0.1:9000'),
    });
    expect(await dialog.findByText(/STOWAGE_PUBLIC_STORAGE_URL/)).toBeVisible();
  });

  it('is shown as a code when somebody asks for it', async () => {
    const { dialog, user } = await openShare();
    await dialog.findByDisplayValue(linkFor(WEEK));
    await user.click(dialog.getByRole('button', { name: 'Show QR code' }));
    expect(await dialog.findByRole('img', { name: 'QR code of the link' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Hide QR code' }));
    await waitFor(() => expect(dialog.queryByRole('img')).toBeNull());
  });

  it('that is too long for a code is not one', async () => {
    const { dialog, user } = await openShare({
      'shares.create': () => `${linkFor(WEEK)}&X-Amz-Security-Token=${'a'.repeat(3000)}`,
    });
    await user.click(await dialog.findByRole('button', { name: 'Show QR code' }));
    expect(await dialog.findByText('The link is too long for a QR code.')).toBeVisible();
  });

  it('that is refused says why, and can be asked for again', async () => {
    const { dialog, server, user } = await openShare({
      'shares.create': () => fail('AccessDenied'),
    });
    expect(await dialog.findByText('The link could not be created')).toBeVisible();
    server.use(signing);
    await user.click(dialog.getByRole('button', { name: 'Retry' }));
    expect(await dialog.findByDisplayValue(linkFor(WEEK))).toBeVisible();
  });

  it('stands beside the plain address of a public object', async () => {
    const url = 'https://files.example.net/my-bucket/photos/a.jpg';
    const { dialog } = await openShare({ 'shares.getPublicAddress': () => ({ url }) });
    const open = within(await dialog.findByRole('region', { name: 'This object is public' }));
    expect(open.getByText(url)).toBeVisible();
    expect(open.getByRole('button', { name: 'Copy the public address' })).toBeVisible();
  });
});
