import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { visitAsRoot } from './support/login-actions.ts';
import {
  chooseAction,
  confirmDeletion,
  download,
  objectBrowser,
  upload,
} from './support/object-actions.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

/** Names that break careless insertion into a header, an address or a form. */
const AWKWARD = [
  'plain.txt',
  'with spaces and (brackets).txt',
  `quotes ' and ".txt`,
  'percent %20 plus + hash # question ?.txt',
  'Müller & Söhne – naïve.txt',
  '文件 🎉.txt',
  'semicolon;comma,equals=.txt',
];
const contentOf = (name: string) => `content of ${name}\n`;

describe('upload and download', () => {
  beforeAll(async () => {
    for (const name of AWKWARD) await writeFile(path.join(app.folder, name), contentOf(name));
  });

  it('gives back every file as it was, whatever its name [OBJ-09, OBJ-10, OBJ-12]', async () => {
    await putBucket(app.storage, 'awkward-names');
    const { page } = await visitAsRoot(app, '/buckets/awkward-names/browse');
    const browser = objectBrowser(page);
    await browser.empty.waitFor();
    await upload(
      page,
      'Upload files',
      AWKWARD.map((name) => path.join(app.folder, name)),
    );
    for (const name of AWKWARD) await browser.row(name).waitFor();
    for (const name of AWKWARD) {
      const file = await download(page, browser.row(name));
      expect(file.content.toString(), name).toBe(contentOf(name));
    }
  });

  it('gives back a large binary file byte for byte', async () => {
    const content = Buffer.alloc(12 * 1024 * 1024, 0).map(
      (_, index) => (index * 31 + (index >> 8)) % 256,
    );
    await writeFile(path.join(app.folder, 'large.bin'), content);
    await putBucket(app.storage, 'large-files');
    const { page } = await visitAsRoot(app, '/buckets/large-files/browse');
    await upload(page, 'Upload files', path.join(app.folder, 'large.bin'));
    const file = await download(page, objectBrowser(page).row('large.bin'));
    expect(file.name).toBe('large.bin');
    expect(file.content.equals(content)).toBe(true);
  });

  it('takes a folder with what is in it', async () => {
    const folder = path.join(app.folder, 'album');
    await mkdir(path.join(folder, 'summer 2026'), { recursive: true });
    await writeFile(path.join(folder, 'cover.txt'), 'cover');
    await writeFile(path.join(folder, 'summer 2026', 'beach.txt'), 'beach');
    await putBucket(app.storage, 'folders');
    const { page } = await visitAsRoot(app, '/buckets/folders/browse');
    await upload(page, 'Upload folder', folder);
    const browser = objectBrowser(page);
    await browser.row('album').getByRole('link').click();
    await browser.row('cover.txt').waitFor();
    await browser.row('summer 2026').getByRole('link').click();
    const file = await download(page, browser.row('beach.txt'));
    expect(file.content.toString()).toBe('beach');
    expect(decodeURI(page.url())).toBe(`${app.url}/buckets/folders/browse/album/summer 2026/`);
  });
});

describe('browsing', () => {
  beforeAll(() =>
    putBucket(app.storage, 'library', {
      'zebra.txt': 'zebra',
      'apple.txt': 'apple',
      'photos/2026/a.jpg': 'a',
      'photos/2026/b.jpg': 'b',
      'photos/readme.md': 'readme',
    }),
  );

  it('lists folders before files [OBJ-01, OBJ-05]', async () => {
    const { page } = await visitAsRoot(app, '/buckets/library/browse');
    const browser = objectBrowser(page);
    await browser.row('zebra.txt').waitFor();
    await expect.poll(() => browser.names()).toEqual(['photos', 'apple.txt', 'zebra.txt']);
  });

  it('opens a folder by its address, and stays there when the page is loaded again [OBJ-01]', async () => {
    const { page } = await visitAsRoot(app, '/buckets/library/browse/photos/2026/');
    const browser = objectBrowser(page);
    await browser.row('b.jpg').waitFor();
    await page.reload();
    await browser.row('b.jpg').waitFor();
    await expect.poll(() => browser.names()).toEqual(['a.jpg', 'b.jpg']);
  });

  it('filters a folder by name [OBJ-07]', async () => {
    const { page } = await visitAsRoot(app, '/buckets/library/browse');
    const browser = objectBrowser(page);
    await browser.row('apple.txt').waitFor();
    await browser.search.fill('ZEB');
    await browser.row('apple.txt').waitFor({ state: 'hidden' });
    await browser.row('zebra.txt').waitFor();
    await expect.poll(() => browser.names()).toEqual(['zebra.txt']);
  });

  it('says that a bucket does not exist', async () => {
    const { page, watch } = await visitAsRoot(app, '/buckets/no-such-bucket/browse');
    watch.expectFailure({ status: 404, path: '/no-such-bucket' });
    watch.expectFailure({ status: 404, path: '/no-such-bucket/objects' });
    await page.getByText('There is no bucket no-such-bucket').waitFor();
  });
});

describe('deleting', () => {
  it('deletes one object after a question [OBJ-20, OBJ-21]', async () => {
    await putBucket(app.storage, 'delete-one', { 'keep.txt': 'keep', 'gone.txt': 'gone' });
    const { page } = await visitAsRoot(app, '/buckets/delete-one/browse');
    const browser = objectBrowser(page);
    await chooseAction(page, browser.row('gone.txt'), 'Delete');
    await untilTold(page, `Object 'gone.txt' deleted successfully.`, () =>
      confirmDeletion(page, 'gone.txt'),
    );
    await browser.row('gone.txt').waitFor({ state: 'hidden' });
    await expect.poll(() => browser.names()).toEqual(['keep.txt']);
  });

  it('deletes what is selected, folders with what is in them [OBJ-18, OBJ-22, TABLE-03]', async () => {
    await putBucket(app.storage, 'delete-many', {
      'keep.txt': 'keep',
      'one.txt': 'one',
      'folder/two.txt': 'two',
      'folder/deep/three.txt': 'three',
    });
    const { page } = await visitAsRoot(app, '/buckets/delete-many/browse');
    const browser = objectBrowser(page);
    for (const name of ['folder', 'one.txt']) await browser.row(name).getByRole('checkbox').click();
    await browser.deleteSelected.click();
    await untilTold(page, 'Objects deleted successfully.', () => confirmDeletion(page, '2 items'));
    await browser.row('one.txt').waitFor({ state: 'hidden' });
    await expect.poll(() => browser.names()).toEqual(['keep.txt']);
  });
});
