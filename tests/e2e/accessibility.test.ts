import type { Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { bucketList, createBucketDialog } from './support/bucket-actions.ts';
import { bucketAdmin, openSetting } from './support/bucket-admin-actions.ts';
import { loginForm, visitAsRoot } from './support/login-actions.ts';
import { chooseAction, objectBrowser } from './support/object-actions.ts';
import { openAccountMenu } from './support/shell-actions.ts';
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

/** Every screen, with its path and the steps to show it. */
const SCREENS: Readonly<Record<string, { path: string; show: (page: Page) => Promise<unknown> }>> =
  {
    'the dashboard': {
      path: '/dashboard?tab=resources',
      show: (page) => page.getByRole('region', { name: 'Node Memory Usage' }).waitFor(),
    },
    'the capacity of the storage': {
      path: '/dashboard?tab=capacity',
      show: (page) => page.getByRole('region', { name: 'Usage by bucket' }).waitFor(),
    },
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
    'the list of open sessions': {
      path: '/buckets',
      show: async (page) => {
        await bucketList(page).create.waitFor();
        await openAccountMenu(page);
        await page.getByRole('menuitem', { name: 'My sessions', exact: true }).click();
        await page.getByText('This session').waitFor();
      },
    },
    'the question before all sessions end': {
      path: '/buckets',
      show: async (page) => {
        await bucketList(page).create.waitFor();
        await openAccountMenu(page);
        await page.getByRole('menuitem', { name: 'End all my sessions' }).click();
        await page.getByRole('dialog', { name: 'End all my sessions' }).waitFor();
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
    'the summary of a bucket': {
      path: '/buckets/full-bucket/admin/summary',
      show: (page) => bucketAdmin(page).edit('Tags').waitFor(),
    },
    'the dialog Change Access Policy': {
      path: '/buckets/full-bucket/admin/summary',
      show: async (page) => {
        const dialog = await openSetting(page, 'Access Policy', 'Change Access Policy');
        await dialog.getByRole('radio', { name: 'Custom' }).check();
        await dialog.getByRole('textbox', { name: 'Bucket policy' }).waitFor();
      },
    },
    'the dialog Enable Bucket Quota': {
      path: '/buckets/full-bucket/admin/summary',
      show: async (page) => {
        const dialog = await openSetting(page, 'Quota', 'Enable Bucket Quota');
        await dialog.getByRole('switch', { name: 'Quota' }).check();
      },
    },
    'the dialog Enable Bucket Encryption': {
      path: '/buckets/full-bucket/admin/summary',
      show: (page) => openSetting(page, 'Encryption', 'Enable Bucket Encryption'),
    },
    'the dialog Edit Tags': {
      path: '/buckets/full-bucket/admin/summary',
      show: (page) => openSetting(page, 'Tags', 'Edit Tags'),
    },
    'the dialog Delete Bucket': {
      path: '/buckets/full-bucket/admin/summary',
      show: async (page) => {
        await bucketAdmin(page).delete.click();
        await page.getByRole('dialog', { name: 'Delete Bucket' }).waitFor();
      },
    },
    'a section of a bucket that is not there': {
      path: '/buckets/full-bucket/admin/nothing',
      show: (page) => page.getByText('404 Not Found').waitFor(),
    },
    ...Object.fromEntries(
      Object.entries({
        events: 'Events',
        replication: 'Replication',
        lifecycle: 'Lifecycle',
        cors: 'CORS',
        access: 'Access Audit',
        prefix: 'Access Rules',
        uploads: 'Incomplete Uploads',
      }).map(([part, name]) => [
        `the section ${name}`,
        {
          path: `/buckets/full-bucket/admin/${part}`,
          show: (page: Page) => page.getByRole('heading', { level: 2, name }).first().waitFor(),
        },
      ]),
    ),
    'the tools': {
      path: '/tools',
      show: (page) => page.getByRole('link', { name: /^Watch/ }).waitFor(),
    },
    'the tool Watch': {
      path: '/tools/watch',
      show: (page) => page.getByText('No Changes at this time').waitFor(),
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

/** Each colour scheme and each width once. */
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
] as const;

/** Checks the page in both schemes without reloading it. */
async function expectAccessibleEverywhere(page: Page, screen: string) {
  for (const { colorScheme, viewport } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await expectAccessible(page, `${screen}, ${colorScheme}, ${viewport.width} pixels`);
  }
}

it('the login screen is accessible, wide and light, narrow and dark', async () => {
  const { page } = await app.visit();
  await page.goto(`${app.url}/login`);
  await loginForm(page).heading.waitFor();
  await expectAccessibleEverywhere(page, 'the login screen');
});

it.each(Object.keys(SCREENS))('%s is accessible, wide and light, narrow and dark', async (name) => {
  const screen = SCREENS[name];
  if (screen === undefined) throw new Error(`unknown screen: ${name}`);
  const { page } = await visitAsRoot(app, screen.path);
  await screen.show(page);
  await expectAccessibleEverywhere(page, name);
});
