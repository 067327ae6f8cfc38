import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { postgresPrograms } from '../../apps/server/src/testing/test-postgres.ts';
import { targetKind } from '../targets/target.ts';
import { type BalancedConsoles, startBalancedConsoles } from './support/balanced-consoles.ts';
import { createBucket } from './support/bucket-actions.ts';
import { bucketAdmin, openSetting } from './support/bucket-admin-actions.ts';
import { logIn, loginForm } from './support/login-actions.ts';
import { download, objectBrowser, upload } from './support/object-actions.ts';
import { shellOf } from './support/shell-actions.ts';
import { putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

describe.skipIf(postgresPrograms === undefined)('two consoles behind a balancer', () => {
  let consoles: BalancedConsoles | undefined;
  const app = useConsole({
    async start() {
      consoles = await startBalancedConsoles();
      return consoles;
    },
  });

  it('are one to a user: from the login through files, settings and live views to the logout', async () => {
    const { page, watch } = await app.visit();
    await logIn(page, app);
    await createBucket(page, 'balanced');

    await page.goto(`${app.url}/buckets/balanced/browse`);
    const file = path.join(app.folder, 'report.txt');
    await writeFile(file, 'a report');
    await objectBrowser(page).empty.waitFor();
    await upload(page, 'Upload files', file);
    const { content } = await download(page, objectBrowser(page).row('report.txt'));
    expect(content.toString()).toBe('a report');

    await page.goto(`${app.url}/buckets/balanced/admin/summary`);
    const dialog = await openSetting(page, 'Versioning', 'Edit Versioning');
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await bucketAdmin(page).card('Versioning').getByText('Enabled', { exact: true }).waitFor();

    if (targetKind() === 'embedded') {
      await page.goto(`${app.url}/tools/watch?bucket=balanced`);
      await page.getByRole('button', { name: 'Start' }).click();
      await page.getByText('Watching', { exact: true }).waitFor();
      const row = page.getByRole('rowheader', { name: 'balanced/a.jpg' }).first();
      // Events before the storage server is listening are not reported.
      while (!(await row.isVisible())) await putObject(app.storage, 'balanced', 'a.jpg', 'hello');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Not watching').waitFor();
    }
    for (const count of consoles?.balancer.given.values() ?? []) expect(count).toBeGreaterThan(10);

    await consoles?.loseOne();
    await page.goto(`${app.url}/buckets/balanced/browse`);
    await objectBrowser(page).row('report.txt').waitFor();
    watch.expectSessionEnd();
    await shellOf(page).logout.click();
    await loginForm(page).heading.waitFor();
    await page.goto(`${app.url}/buckets`);
    await page.waitForURL(`${app.url}/login`);
  });
});
