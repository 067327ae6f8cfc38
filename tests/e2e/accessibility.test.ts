import type { Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { bucketList, createBucketDialog } from './support/bucket-actions.ts';
import { loginForm, visitAsRoot } from './support/login-actions.ts';
import { chooseAction, objectBrowser } from './support/object-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

beforeAll(async () => {
  await putBucket(app.storage, 'empty-bucket');
  await putBucket(app.storage, 'full-bucket', {
    'notes.md': 'notes',
    'a name that is long enough to be cut where the screen is narrow.txt': 'long',
    'folder/inside.txt': 'inside',
  });
});

/** Every screen: where it is, and what has to be done or awaited there. */
const SCREENS: Readonly<Record<string, { path: string; show: (page: Page) => Promise<unknown> }>> =
  {
    'the bucket list': {
      path: '/buckets',
      show: (page) => bucketList(page).bucket('full-bucket').waitFor(),
    },
    'the dialog Create Bucket': {
      path: '/buckets',
      show: async (page) => {
        await bucketList(page).create.click();
        await createBucketDialog(page).name.waitFor();
      },
    },
    'the object browser': {
      path: '/buckets/full-bucket/browse',
      show: (page) => objectBrowser(page).row('notes.md').waitFor(),
    },
    'an empty location': {
      path: '/buckets/empty-bucket/browse',
      show: (page) => objectBrowser(page).empty.waitFor(),
    },
    'the dialog that deletes': {
      path: '/buckets/full-bucket/browse',
      show: async (page) => {
        await chooseAction(page, objectBrowser(page).row('notes.md'), 'Delete');
        await page.getByRole('dialog').waitFor();
      },
    },
    'the details of an object': {
      path: '/buckets/full-bucket/browse/notes.md',
      show: (page) =>
        page
          .getByRole('button', { name: 'Close the details' })
          .or(page.getByRole('button', { name: 'Back to the folder' }))
          .first()
          .waitFor(),
    },
    'a folder with a selection': {
      path: '/buckets/full-bucket/browse',
      show: async (page) => {
        await objectBrowser(page).row('notes.md').getByRole('checkbox').click();
        await objectBrowser(page).deleteSelected.waitFor();
      },
    },
    'the palette': {
      path: '/buckets',
      show: async (page) => {
        await bucketList(page).create.waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
      },
    },
    'the not-found page': {
      path: '/404',
      show: (page) => page.getByRole('heading', { name: '404 Not Found' }).waitFor(),
    },
  };

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

describe.each(WINDOWS)('at $width pixels', (viewport) => {
  describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
    it('the login screen is accessible', async () => {
      const { page } = await app.visit({ viewport, colorScheme });
      await page.goto(`${app.url}/login`);
      await loginForm(page).heading.waitFor();
      await expectAccessible(page, 'the login screen');
    });

    it.each(Object.keys(SCREENS))('%s is accessible', async (name) => {
      const screen = SCREENS[name];
      if (screen === undefined) throw new Error(`unknown screen: ${name}`);
      const { page } = await visitAsRoot(app, screen.path, { viewport, colorScheme });
      await screen.show(page);
      await expectAccessible(page, name);
    });
  });
});
