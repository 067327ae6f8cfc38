import { beforeAll, describe, expect, it } from 'vitest';
import { targetKind } from '../targets/target.ts';
import { expectAccessible } from './support/accessibility.ts';
import { callApi } from './support/bucket-admin-actions.ts';
import { visitAsRoot } from './support/login-actions.ts';
import { chooseRule, ruleDialog, ruleRow } from './support/rule-actions.ts';
import { putBucket } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

const app = useConsole();
const address = (bucket: string) => `/buckets/${bucket}/admin/cors`;
const keepsRules = targetKind() !== 'minio';

beforeAll(async () => {
  for (const bucket of ['cors-changed', 'cors-seen']) await putBucket(app.storage, bucket);
});

describe.runIf(keepsRules)('the CORS rules of a bucket', () => {
  it('are added, moved, tried out and deleted', async () => {
    const { page } = await visitAsRoot(app, address('cors-changed'));
    await page.getByText('There are no CORS rules yet.').waitFor();
    const dialog = await ruleDialog(page, 'Add CORS Rule');
    await dialog.getByText(/This is the first rule/).waitFor();
    await dialog.getByLabel('Allowed origins: entry 1').fill('https://app.example.com/');
    // The warning enlarges the dialog: the click that blurs the field must still hit the checkbox.
    await dialog.getByRole('checkbox', { name: 'PUT' }).check();
    await dialog.getByText(/no path and no slash at its end/).waitFor();
    await dialog.getByLabel('Allowed origins: entry 1').fill('https://app.example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await ruleRow(page, '1. https://app.example.com')
      .getByText('Pages can read and write')
      .waitFor();

    const second = await ruleDialog(page, 'Add CORS Rule');
    await second.getByLabel('Allowed origins: entry 1').fill('*');
    await second.getByLabel('Exposed headers').first().fill('ETag');
    await second.getByRole('button', { name: 'Save' }).click();
    await second.waitFor({ state: 'hidden' });
    const moved = await chooseRule(page, '2. Any origin', 'Edit', 'Edit CORS Rule');
    await moved.getByLabel('Position').fill('1');
    await moved.getByRole('button', { name: 'Save' }).click();
    await moved.waitFor({ state: 'hidden' });
    await ruleRow(page, '1. Any origin (*)').getByText('Pages can read; see ETag').waitFor();

    const card = page.getByRole('region', { name: 'Try it out' });
    await card.getByLabel('Origin of the page').fill('https://app.example.com');
    await card.getByText('Rule 1 answers').waitFor();
    await card.getByLabel('Method').selectOption('PUT');
    await card.getByText('Rule 2 answers').waitFor();
    await card.getByLabel('Method').selectOption('DELETE');
    await card.getByText('Rule 1 allows the origin, but not DELETE.').waitFor();

    const doomed = await chooseRule(page, '1. Any origin', 'Delete', 'Delete CORS Rule');
    await doomed.getByRole('button', { name: 'Delete' }).click();
    await ruleRow(page, '1. https://app.example.com').waitFor();
    const last = await chooseRule(page, '1. https://app', 'Delete', 'Delete CORS Rule');
    await last.getByText(/It is the last one/).waitFor();
    await last.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no CORS rules yet.').waitFor();
  });
});

describe.skipIf(keepsRules)('the CORS rules of a bucket before a server that keeps none', () => {
  it('are not offered, and the page leads to the setting of the server', async () => {
    const { page } = await visitAsRoot(app, address('cors-seen'));
    await page.getByText('This server has no CORS rules for individual buckets').waitFor();
    await expectAccessible(page, 'CORS rules that are not offered');
    await page.getByRole('link', { name: 'Open the API settings' }).click();
    await page.waitForURL(`${app.url}/settings/api`);
  });
});

describe.runIf(keepsRules).each([
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
])('at $width pixels', (viewport) => {
  it.each(['light', 'dark'] as const)(
    'the CORS rules and their dialog are accessible, %s',
    async (colorScheme) => {
      const { page } = await visitAsRoot(app, address('cors-seen'), { viewport, colorScheme });
      await page.getByRole('heading', { level: 2, name: 'CORS', exact: true }).waitFor();
      const origins = ['*', `https://${'long.'.repeat(30)}example.com/`, 'https://<b>&"x"'];
      for (const origin of origins) {
        const lists = { origins: [origin], methods: ['GET', 'DELETE'], headers: ['*'] };
        const rule = { id: '', ...lists, exposed: ['ETag'], max_age: 60 };
        expect(await callApi(page, 'POST', '/buckets/cors-seen/cors', rule)).toBe(201);
      }
      await page.reload();
      await ruleRow(page, '1. Any origin').waitFor();
      await expectAccessible(page, 'CORS rules');
      const dialog = await chooseRule(page, '2. https://long', 'Edit', 'Edit CORS Rule');
      await dialog.getByText(/no path and no slash at its end/).waitFor();
      await expectAccessible(page, 'the dialog Edit CORS Rule');
    },
  );
});
