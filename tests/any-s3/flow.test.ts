import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  bucketList,
  createBucket,
  createBucketDialog,
  deleteBucket,
} from '../e2e/support/bucket-actions.ts';
import { bucketAdmin, openSetting } from '../e2e/support/bucket-admin-actions.ts';
import { startConsole } from '../e2e/support/console-process.ts';
import { logIn } from '../e2e/support/login-actions.ts';
import { confirmDeletion, download, objectBrowser, upload } from '../e2e/support/object-actions.ts';
import { useConsole } from '../e2e/support/use-console.ts';
import { ANY_S3, type AnyS3, AUTHORITY, programOf, startAnyS3 } from '../targets/any-s3.ts';

/** Each card makes its own call. */
const PATIENT = { timeout: 15_000 };

interface Shown {
  /** The options in the Create Bucket dialog besides the name. */
  readonly features: readonly string[];
  readonly sections: readonly string[];
  readonly cards: readonly string[];
  /** The editable settings in the summary. */
  readonly edits: readonly string[];
}

const SHOWN: Readonly<Record<AnyS3, Shown>> = {
  versitygw: {
    features: ['Versioning', 'Object Locking', 'Retention'],
    sections: ['Summary', 'CORS', 'Access Rules', 'Uploads'],
    cards: ['Reported Usage', 'Access Policy', 'Versioning', 'Object Locking', 'Retention', 'Tags'],
    edits: ['Access Policy', 'Versioning', 'Tags'],
  },
  rclone: { features: [], sections: ['Summary', 'Uploads'], cards: ['Reported Usage'], edits: [] },
};

describe.each(ANY_S3.map((kind) => ({ kind })))('$kind behind TLS', ({ kind }) => {
  describe.skipIf(programOf(kind) === undefined)('that could be built', () => {
    const shown = SHOWN[kind];
    const app = useConsole({
      start: () =>
        startConsole('/', async () => {
          const target = await startAnyS3(kind, true);
          return {
            root: { user: target.accessKey, password: target.secretKey },
            env: { CONSOLE_MINIO_SERVER: target.endpoint, STOWAGE_STORAGE_CA: AUTHORITY },
            close: () => target.close(),
          };
        }),
    });

    it('is used from the login to the last file, and nothing is offered that it has not', async () => {
      const { page } = await app.visit();
      await logIn(page, app);
      const list = bucketList(page);
      await createBucket(page, 'first-bucket');
      // Capabilities can only be probed once there is a bucket.
      await page.reload();
      await list.bucket('first-bucket').getByText('Size unknown').waitFor();
      expect(await page.getByRole('button', { name: 'Set Replication' }).count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Tools' }).count()).toBe(0);
      await list.create.click();
      const { dialog } = createBucketDialog(page);
      await dialog.waitFor();
      expect(await dialog.getByRole('switch').count()).toBe(shown.features.length);
      for (const name of shown.features) await dialog.getByRole('switch', { name }).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });

      await list.browse('first-bucket').click();
      const browser = objectBrowser(page);
      await browser.empty.waitFor();
      const file = path.join(app.folder, 'größe 1.txt');
      await writeFile(file, 'from the browser');
      await upload(page, 'Upload files', file);
      const row = browser.row('größe 1.txt');
      expect((await download(page, row)).content.toString()).toBe('from the browser');

      await page.goto(`${app.url}/buckets/first-bucket/admin/summary`);
      const admin = bucketAdmin(page);
      await admin.card('Reported Usage').getByText('this server does not report usage').waitFor();
      expect(await admin.sections()).toEqual(shown.sections);
      expect(await admin.cards()).toEqual(shown.cards);
      await expect.poll(() => admin.edits(), PATIENT).toEqual(shown.edits);
      await page.goto(`${app.url}/buckets/first-bucket/admin/lifecycle`);
      await page.getByText('Lifecycle: not available').waitFor();

      await page.goto(`${app.url}/buckets/first-bucket/browse`);
      await browser.row('größe 1.txt').getByRole('checkbox').click();
      await browser.deleteSelected.click();
      await confirmDeletion(page, 'größe 1.txt');
      await browser.empty.waitFor();
      await page.goto(`${app.url}/buckets`);
      await (await deleteBucket(page, 'first-bucket')).waitFor({ state: 'hidden' });
      await list.bucket('first-bucket').waitFor({ state: 'detached' });
    });

    it.skipIf(shown.edits.length === 0)('changes the settings that it has', async () => {
      const { page } = await app.visit();
      await logIn(page, app);
      await createBucket(page, 'with-settings');
      await page.goto(`${app.url}/buckets/with-settings/admin/summary`);
      const dialog = await openSetting(page, 'Versioning', 'Edit Versioning');
      await dialog.getByRole('button', { name: 'Enable' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await bucketAdmin(page).card('Versioning').getByText('Enabled').waitFor();
    });
  });
});
