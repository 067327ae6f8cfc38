import { expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { putBucket, putObject } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();

/** The MinIO used in tests does not answer listeners, so it cannot be watched. */
it.runIf(targetKind() === 'embedded')(
  'shows what happens in a bucket, and stops [WATCH-05]',
  async () => {
    await putBucket(app.storage, 'watched');
    const { page } = await visitAsRoot(app, '/tools');
    await page.getByRole('link', { name: /^Watch/ }).click();
    await page.getByRole('combobox', { name: 'Bucket' }).click();
    await page.getByRole('option', { name: 'watched' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Watching', { exact: true }).waitFor();
    const row = page.getByRole('rowheader', { name: 'watched/photos/a b.jpg' }).first();
    // Events before the storage server is listening are not reported.
    while (!(await row.isVisible())) {
      await putObject(app.storage, 'watched', 'photos/a b.jpg', 'hello');
    }
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Not watching').waitFor();
    expect(await row.isVisible()).toBe(true);
    expect(new URL(page.url()).searchParams.get('bucket')).toBe('watched');
  },
);
