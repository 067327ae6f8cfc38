import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Preview } from './preview.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

const FAILED = "File couldn't be loaded. Please try Download instead";

async function open(key: string, { size = 100, handlers = {} as Handlers } = {}) {
  const server = fakeServer({ 'objects.checkDownload': () => undefined, ...handlers });
  const version = { bucket: 'my-bucket', key, versionId: 'v-17', size };
  return { ...(await renderScreen(<Preview version={version} />)), server };
}

const source = (element: Element) => new URL(element.getAttribute('src') ?? '', location.href);

function isPreviewOf(element: Element, key: string) {
  const { pathname, searchParams } = source(element);
  expect(pathname).toBe('/api/v1/buckets/my-bucket/objects/download');
  expect(Object.fromEntries(searchParams)).toEqual({
    prefix: btoa(key),
    version_id: btoa('v-17'),
    preview: 'true',
  });
}

describe('a preview', () => {
  it.each(['notes.txt', 'a/b.json', 'data.CSV', 'old.xml'])(
    'of the text %s is a frame that runs nothing [OBJD-32]',
    async (key) => {
      await open(key);
      const frame = await screen.findByTitle(/^Preview of/);
      expect(frame.tagName).toBe('IFRAME');
      expect(frame).toHaveAttribute('sandbox', '');
      expect(frame).toHaveTextContent(FAILED);
      isPreviewOf(frame, key);
    },
  );

  it('of a PDF is a frame in which its viewer starts', async () => {
    await open('paper.pdf');
    const frame = await screen.findByTitle('Preview of paper.pdf');
    expect(frame).not.toHaveAttribute('sandbox');
    isPreviewOf(frame, 'paper.pdf');
  });

  it.each(['a.html', 'a.XHTML', 'a.js'])(
    'of %s is refused with the reason and the download',
    async (key) => {
      await open(key);
      expect(await screen.findByText(/not shown, since they could run scripts/)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
      expect(document.querySelector('iframe, img')).toBeNull();
    },
  );

  it.each(['a.png', 'a.SVG', 'a.heic'])('of the picture %s is a picture', async (key) => {
    await open(key);
    const picture = await screen.findByRole('img', { name: `Preview of ${key}` });
    expect(picture.tagName).toBe('IMG');
    isPreviewOf(picture, key);
  });

  it.each([
    ['song.mp3', 'AUDIO'],
    ['film.webm', 'VIDEO'],
    ['film.mp4', 'VIDEO'],
  ])('of %s is a player', async (key, tag) => {
    await open(key, { size: 5e12 });
    const player = await screen.findByLabelText(`Preview of ${key}`);
    expect(player.tagName).toBe(tag);
    expect(player).toHaveAttribute('controls');
    isPreviewOf(player, key);
  });

  it.each(['a.png', 'song.mp3'])('of %s that cannot be shown says so [OBJD-34]', async (key) => {
    await open(key);
    const shown = `Preview of ${key}`;
    await screen.findByText((_text, element) => element?.matches('img, audio') ?? false);
    fireEvent.error(screen.queryByAltText(shown) ?? screen.getByLabelText(shown));
    const instead = within(await screen.findByRole('alert'));
    expect(instead.getByText(FAILED)).toBeVisible();
    expect(instead.getByRole('button', { name: 'Download' })).toBeVisible();
  });

  it('of a document that cannot be had says so [OBJD-34]', async () => {
    const { container } = await open('paper.pdf', {
      handlers: { 'objects.checkDownload': () => fail('ObjectNotFound') },
    });
    expect(await screen.findByText(FAILED)).toBeVisible();
    expect(container.querySelector('iframe')).toBeNull();
  });

  it.each([
    ['large.png', 65 * 1024 ** 2, /65 MiB.*64 MiB/],
    ['large.pdf', 101 * 1024 ** 2, /101 MiB.*100 MiB/],
    ['archive.zip', 1, /no preview/],
    ['empty.txt', 0, /file is empty/],
  ])('of %s is not loaded at all: it says why', async (key, size, sentence) => {
    const { container, server } = await open(key, { size });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(container.querySelector('img, iframe')).toBeNull();
    expect(server.calls('objects.checkDownload')).toEqual([]);
  });

  it('of a long text says that only its beginning is shown', async () => {
    await open('long.log', { size: 3 * 1024 ** 2 });
    expect(await screen.findByText(/Only the first 1.0 MiB of 3.0 MiB/)).toBeVisible();
  });

  it('opens in a dialog from a list [OBJD-33]', async () => {
    fakeServer();
    const frame = { opened: true, onClose: () => undefined, onExited: () => undefined };
    await renderScreen(<PreviewDialog {...frame} version={{ bucket: 'b', key: 'x/a.png' }} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
    expect(await dialog.findByRole('img', { name: 'Preview of a.png' })).toBeVisible();
  });
});
