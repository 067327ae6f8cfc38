import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { confirmDeletion } from './support/bucket-actions.ts';
import { bucketAdmin, callApi, openSetting } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { SHARED_SETTINGS } from './support/shared-settings.ts';
import { untilTold } from './support/shell-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const summary = (bucket: string) => `/buckets/${bucket}/admin/summary`;
const done = (dialog: Locator) => dialog.waitFor({ state: 'hidden' });

beforeAll(async () => {
  await putBucket(app.storage, 'settings');
  await putBucket(app.storage, 'locked', {}, { objectLock: true });
  await putBucket(app.storage, 'shared', {}, { objectLock: true });
});

describe('the settings of a bucket', () => {
  it('are reached from the list by Manage and begin with the summary [BADMIN-04]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    await page.getByRole('link', { name: 'Manage settings', exact: true }).click();
    await page.waitForURL(app.url + summary('settings'));
    await page.getByRole('heading', { name: 'Reported Usage' }).waitFor();
    await page.goBack();
    await page.waitForURL(`${app.url}/buckets`);
  });

  it('have an address for each section, which survives a reload [BADMIN-02] [BADMIN-05]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const admin = bucketAdmin(page);
    const addresses = {
      Events: 'events',
      Replication: 'replication',
      Lifecycle: 'lifecycle',
      CORS: 'cors',
      'Access Audit': 'access',
      'Access Rules': 'prefix',
      Uploads: 'uploads',
    };
    await admin.menu.waitFor();
    await expect.poll(() => admin.sections()).toEqual(['Summary', ...Object.keys(addresses)]);
    for (const [name, part] of Object.entries(addresses)) {
      await admin.menu.getByRole('link', { name }).click();
      await page.waitForURL(`${app.url}/buckets/settings/admin/${part}`);
      await page.getByRole('heading', { level: 2, name }).first().waitFor();
    }
    await page.reload();
    await admin.current.getByText('Uploads').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Incomplete Uploads' }).first().waitFor();
  });

  it('are not at the bare address of the bucket, which leads to the list [BADMIN-03]', async () => {
    const { page } = await visitAsRoot(app, '/buckets');
    await page.goto(`${app.url}/buckets/settings`);
    await page.waitForURL(`${app.url}/buckets`);
    await page.getByRole('link', { name: 'Manage settings', exact: true }).waitFor();
  });

  it('say where there is nothing, and lead back', async () => {
    const { page } = await visitAsRoot(app, '/buckets/settings/admin/nothing');
    await page.getByText('404 Not Found').waitFor();
    await page.getByRole('link', { name: 'Go to the summary' }).click();
    await page.waitForURL(app.url + summary('settings'));
  });

  it('say when there is no such bucket', async () => {
    const { page, watch } = await visitAsRoot(app, '/buckets');
    watch.expectFailure({ status: 404, path: '/api/v1/buckets/no-such-bucket' });
    await page.goto(`${app.url}/buckets/no-such-bucket/admin`);
    await page.getByText('There is no bucket no-such-bucket').waitFor();
  });

  it('lead to the objects by Browse Bucket [BADMIN-08]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    await page.getByRole('link', { name: 'Browse Bucket' }).click();
    await page.waitForURL(`${app.url}/buckets/settings/browse`);
  });
});

describe('the summary', () => {
  it('makes a bucket public and private again [BSUM-13] [BSUM-14]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const card = bucketAdmin(page).card('Access Policy');
    for (const level of ['Public', 'Private']) {
      const dialog = await openSetting(page, 'Access Policy', 'Change Access Policy');
      await dialog.getByRole('radio', { name: level }).check();
      await dialog.getByRole('button', { name: 'Set' }).click();
      await done(dialog);
      await card.getByText(level, { exact: true }).waitFor();
    }
  });

  it('takes a policy in the editor, and says which line is wrong', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const dialog = await openSetting(page, 'Access Policy', 'Change Access Policy');
    await dialog.getByRole('radio', { name: 'Custom' }).check();
    const editor = dialog.getByRole('textbox', { name: 'Bucket policy' });
    const set = dialog.getByRole('button', { name: 'Set' });
    await editor.fill('{\n  "Version": "2012-10-17"\n  "Statement": []\n}');
    await dialog.getByText('This is not valid JSON.').waitFor();
    expect(await set.isDisabled()).toBe(true);
    const policy = {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: ['*'] },
          Action: ['s3:GetObject'],
          Resource: ['arn:aws:s3:::settings/public/*'],
        },
      ],
    };
    await editor.fill(JSON.stringify(policy));
    await set.click();
    await done(dialog);
    await bucketAdmin(page).card('Access Policy').getByText('Custom').waitFor();
    await page.reload();
    const again = await openSetting(page, 'Access Policy', 'Change Access Policy');
    await again.getByText('arn:aws:s3:::settings/public/*').waitFor();
  });

  it.each([true, false])(
    'makes no style of its own while text is typed over: told of selections %s',
    async (told) => {
      const { page } = await visitAsRoot(app, '/buckets');
      if (!told) {
        await page.addInitScript(() =>
          window.addEventListener(
            'selectionchange',
            (event) => event.stopImmediatePropagation(),
            true,
          ),
        );
      }
      await page.goto(app.url + summary('settings'));
      const dialog = await openSetting(page, 'Access Policy', 'Change Access Policy');
      await dialog.getByRole('radio', { name: 'Custom' }).check();
      const editor = dialog.getByRole('textbox', { name: 'Bucket policy' });
      const line = editor.locator('.cm-line');
      for (let round = 0; round < 30; round += 1) {
        // Wait for the highlighted text. The page watch reports a refused style.
        const text = `"text ${round}"`;
        await editor.fill(text);
        await line.locator('span', { hasText: text }).waitFor();
      }
      expect(await line.allInnerTexts()).toEqual(['"text 29"']);
    },
  );

  it('turns versioning on and suspends it [BSUM-21]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const card = bucketAdmin(page).card('Versioning');
    for (const [action, state] of [
      ['Enable', 'Enabled'],
      ['Suspend', 'Suspended'],
    ] as const) {
      const dialog = await openSetting(page, 'Versioning', 'Edit Versioning');
      await dialog.getByRole('button', { name: action }).click();
      await done(dialog);
      await card.getByText(state, { exact: true }).waitFor();
    }
  });

  it('limits the bucket and lifts the limit [BSUM-22] [BSUM-08]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const card = bucketAdmin(page).card('Versioning');
    const dialog = await openSetting(page, 'Quota', 'Enable Bucket Quota');
    await dialog.getByRole('switch', { name: 'Quota' }).check();
    const size = dialog.getByRole('textbox', { name: 'Quota Size' });
    await size.fill('');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await size.fill('1536');
    await dialog.getByRole('combobox', { name: 'Quota Unit' }).selectOption('MiB');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await done(dialog);
    await card.getByText('1536 MiB, Hard').waitFor();
    await bucketAdmin(page).card('Reported Usage').getByText('0 B of 1.5 GiB').waitFor();
    const lift = await openSetting(page, 'Quota', 'Enable Bucket Quota');
    await lift.getByRole('switch', { name: 'Quota' }).uncheck();
    await lift.getByRole('button', { name: 'Save' }).click();
    await done(lift);
    await card.getByText('No limit').waitFor();
  });

  it('retains new objects of a bucket with locking, and stops [BSUM-15] [BSUM-16]', async () => {
    const { page } = await visitAsRoot(app, summary('locked'));
    const card = bucketAdmin(page).card('Retention');
    const dialog = await openSetting(page, 'Retention', 'Set Retention Configuration');
    const validity = dialog.getByRole('textbox', { name: 'Validity' });
    const set = dialog.getByRole('button', { name: 'Set' });
    for (const bad of ['', '0', '36501']) {
      await validity.fill(bad);
      expect(await set.isDisabled(), bad).toBe(true);
    }
    await validity.fill('2');
    await dialog.getByRole('radio', { name: 'Governance' }).check();
    await set.click();
    await done(dialog);
    await card.getByText('Governance, 2 days').waitFor();
    const stop = await openSetting(page, 'Retention', 'Set Retention Configuration');
    await stop.getByRole('button', { name: 'Stop retaining new objects' }).click();
    await done(stop);
    await card.getByText('New objects are not retained.').waitFor();
  });

  it('tags the bucket', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const dialog = await openSetting(page, 'Tags', 'Edit Tags');
    await dialog.getByLabel('Tag value 1').fill('kiel');
    await dialog.getByText('A tag needs a key.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Tag key 1').fill('site');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await done(dialog);
    await bucketAdmin(page).card('Tags').getByText('site=kiel').waitFor();
  });

  it('encrypts new objects, with a key where there is a key service [BSUM-17] [BSUM-18] [BSUM-19]', async () => {
    const { page } = await visitAsRoot(app, summary('settings'));
    const card = bucketAdmin(page).card('Encryption');
    const choose = async (type: string, more?: (dialog: Locator) => Promise<unknown>) => {
      const dialog = await openSetting(page, 'Encryption', 'Enable Bucket Encryption');
      await dialog.getByRole('radio', { name: type }).check();
      await more?.(dialog);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await done(dialog);
      await card.getByText(type, { exact: true }).waitFor();
    };
    await choose('SSE-S3');
    if (targetKind() === 'minio') {
      const key = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Key' });
      await choose('SSE-KMS', (dialog) => key(dialog).selectOption('conformance-key'));
      await card.getByText('Key: conformance-key').waitFor();
    } else {
      // The console's own storage starts without a key file.
      const dialog = await openSetting(page, 'Encryption', 'Enable Bucket Encryption');
      await dialog.getByText('The storage server has no key management service.').waitFor();
      expect(await dialog.getByRole('radio', { name: 'SSE-KMS' }).isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await choose('Disabled');
  });
});

describe('two people at one bucket', () => {
  it.each(SHARED_SETTINGS)('do not undo each other unseen: $what', async (setting) => {
    const { page, watch } = await visitAsRoot(app, summary('shared'));
    const { page: other } = await visitAsRoot(app, summary('shared'));
    const dialog = await openSetting(page, setting.what, setting.dialog);
    const { method, path, body } = setting.other;
    expect(await callApi(other, method, `/buckets/shared${path}`, body)).toBe(200);
    await setting.change(dialog);
    watch.expectFailure({ status: 409, path: setting.path });
    await dialog.getByRole('button', { name: setting.submit, exact: true }).click();
    await dialog.getByRole('alert').getByText('Somebody else has changed this').waitFor();
    await dialog.getByRole('button', { name: 'Load the new state' }).click();
    await setting.loaded(dialog);
    await setting.change(dialog);
    await dialog.getByRole('button', { name: setting.submit, exact: true }).click();
    await done(dialog);
    await setting.saved(page).waitFor();
  });

  it('hear it when the other turned versioning on or off', async () => {
    const { page, watch } = await visitAsRoot(app, summary('settings'));
    const dialog = await openSetting(page, 'Versioning', 'Edit Versioning');
    const label = await dialog.getByRole('button', { name: /^(Enable|Suspend)$/ }).textContent();
    const versioning = label === 'Enable';
    expect(await callApi(page, 'PUT', '/buckets/settings/versioning', { versioning })).toBe(201);
    watch.expectFailure({ status: 409, path: '/versioning' });
    await dialog.getByRole('button', { name: label ?? '', exact: true }).click();
    await dialog.getByRole('button', { name: 'Load the new state' }).click();
    const opposite = versioning ? 'Suspend' : 'Enable';
    await dialog.getByRole('button', { name: opposite, exact: true }).waitFor();
  });

  it('get an error in the dialog when the bucket is gone', async () => {
    await putBucket(app.storage, 'vanishing');
    const { page, watch } = await visitAsRoot(app, summary('vanishing'));
    const dialog = await openSetting(page, 'Tags', 'Edit Tags');
    expect(await callApi(page, 'DELETE', '/buckets/vanishing')).toBe(204);
    await dialog.getByLabel('Tag key 1').fill('a');
    watch.expectBucketGone('vanishing');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('The bucket does not exist.').waitFor();
  });
});

describe('deleting a bucket from its settings', () => {
  it('asks for its name and leads to the list [BADMIN-09]', async () => {
    await putBucket(app.storage, 'bare-one');
    const { page, watch } = await visitAsRoot(app, summary('bare-one'));
    watch.expectBucketGone('bare-one');
    await bucketAdmin(page).delete.click();
    await untilTold(page, "Bucket 'bare-one' deleted successfully.", () =>
      confirmDeletion(page, 'bare-one'),
    );
    await page.waitForURL(`${app.url}/buckets`);
  });

  it('empties it first when it is full, with all versions', async () => {
    await putBucket(app.storage, 'full-one', { 'a.txt': '1', 'b/c.txt': '2' });
    const { page, watch } = await visitAsRoot(app, summary('full-one'));
    const admin = bucketAdmin(page);
    await callApi(page, 'PUT', '/buckets/full-one/versioning', { versioning: true });
    await admin.delete.click();
    watch.expectFailure({ status: 409, path: '/api/v1/buckets/full-one' });
    const dialog = await confirmDeletion(page, 'full-one');
    watch.expectBucketGone('full-one');
    await untilTold(page, "Bucket 'full-one' deleted successfully.", () =>
      dialog.getByRole('button', { name: 'Empty and delete' }).click(),
    );
    await page.waitForURL(`${app.url}/buckets`);
  });
});
