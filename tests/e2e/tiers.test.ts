import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { askApi, callApi } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { useSecondStorage } from './support/second-storage.ts';
import { putBucket, removeTier } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const cold = useSecondStorage();
const NAME = 'FLOW-COLD';
const rules = '/buckets/tiered/lifecycle';

beforeAll(async () => {
  await putBucket(app.storage, 'tiered');
  await putBucket(cold.storage, 'cold');
});
// Other tests of this worker start without tiers.
afterAll(() => removeTier(app.storage, NAME));

it('adds a tier on another server, keeps it while a rule uses it, and removes it [TIERS-01] [TIERS-17]', async () => {
  const { page, watch } = await visitAsRoot(app, '/tiers');
  for (const status of [400, 409]) {
    watch.expectFailure({
      status,
      path: status === 400 ? '/admin/tiers' : `/admin/tiers/s3/${NAME}`,
    });
  }
  await page.getByText(/A tier is a bucket on another storage server/).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Add a Tier' }).first().click();
  await page.getByRole('link', { name: /^MinIO/ }).click();
  const save = page.getByRole('button', { name: 'Save' });
  const { endpoint, user, password } = cold.storage;
  const values: readonly (readonly [string, string])[] = [
    ['Name', NAME.toLowerCase()],
    ['Endpoint', endpoint],
    ['Access Key', user],
    ['Secret Key', 'not-the-secret'],
    ['Bucket', 'cold'],
    ['Prefix', 'flow'],
    ['Region', 'us-east-1'],
  ];
  for (const [label, value] of values) {
    expect(await save.isDisabled(), label).toBe(true);
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await expectAccessible(page, 'the form of a tier');
  await save.click();
  await page.getByRole('alert').getByText('The tier was not added').waitFor();
  await page.getByLabel('Secret Key', { exact: true }).fill(password);
  await save.click();
  const row = page.getByRole('row', { name: new RegExp(`^${NAME}`) });
  await row.getByText('Online').waitFor();
  await expectAccessible(page, 'the tiers');

  const rule = { prefix: 'old/', transition_days: 30, storage_class: NAME };
  await callApi(page, 'POST', rules, rule);
  const remove = async () => {
    await row.getByRole('button', { name: `Actions for ${NAME}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Tier' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    return dialog;
  };
  const refused = await remove();
  await refused.getByText('Buckets whose lifecycle rules use it: tiered.').waitFor();
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await refused.waitFor({ state: 'hidden' });

  type Rules = {
    readonly lifecycle: readonly [{ readonly id: string; readonly revision: string }];
  };
  const { lifecycle } = (await askApi<Rules>(page, 'GET', rules)).body;
  const [{ id, revision }] = lifecycle;
  await callApi(page, 'DELETE', `${rules}/${id}?revision=${encodeURIComponent(revision)}`);
  await remove();
  await page.getByText(/A tier is a bucket on another storage server/).waitFor();
});
