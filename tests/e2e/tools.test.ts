import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type RestartableConsole, startConsole } from './support/console-process.ts';
import { submitLogin, visitAsRoot } from './support/login-actions.ts';
import { putBucket, putObject, putPolicy, putUser } from './support/storage-clients.ts';
import { useConsole } from './support/use-console.ts';

let server: RestartableConsole | undefined;
const app = useConsole({
  start: async () => {
    server = await startConsole();
    return server;
  },
});

const tracer = { user: 'tracer', password: 'tracer-secret' };
/** The browser's message about a socket while nothing is listening. */
const NO_CONNECTION = /^WebSocket connection to '[^']+' failed/;

function allow(...actions: string[]) {
  return [{ Effect: 'Allow', Action: actions, Resource: ['arn:aws:s3:::*'] }];
}

async function startTracing(page: Page) {
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Tracing', { exact: true }).waitFor();
}

/** Calls before tracing starts are not reported, so repeat the call until a row appears. */
async function callUntilTraced(page: Page, key: string) {
  const row = page
    .getByRole('row')
    .filter({ hasText: `/traced/${key}` })
    .first();
  while (!(await row.isVisible())) await putObject(app.storage, 'traced', key, 'hello');
  return row;
}

describe('the live tools', () => {
  it('trace calls, through a restart of the server, as long as the user has the right', async () => {
    await putBucket(app.storage, 'traced');
    await putPolicy(app.storage, 'tracing', allow('admin:ServerTrace'));
    await putUser(app.storage, tracer, ['tracing']);
    const other = await app.visit();
    other.watch.expectLine(NO_CONNECTION);
    await other.page.goto(`${app.url}/tools/trace`);
    await submitLogin(other.page, tracer.user, tracer.password);
    await startTracing(other.page);

    const { page, watch } = await visitAsRoot(app, '/tools');
    watch.expectLine(NO_CONNECTION);
    for (const visit of [watch, other.watch]) visit.expectRestart();
    await page.getByRole('link', { name: /^Trace/ }).click();
    await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/traced/');
    await startTracing(page);
    const row = await callUntilTraced(page, 'first.txt');
    await page.getByRole('region', { name: 'Calls by Name' }).getByText('s3.PutObject').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await row.getByRole('link').click();
    const dialog = page.getByRole('dialog', { name: 's3.PutObject' });
    await dialog.getByText('/traced/first.txt', { exact: true }).waitFor();
    expect(await dialog.textContent()).not.toMatch(/signature=[0-9a-f]/i);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Resume/ }).click();

    await putPolicy(app.storage, 'tracing', allow('s3:ListAllMyBuckets'));
    await server?.restart();
    await page
      .getByText(/^The connection was lost for/)
      .first()
      .waitFor();
    await callUntilTraced(page, 'second.txt');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Not tracing').waitFor();
    const refused = other.page.getByText('Your account has no permission for this action.');
    await refused.waitFor();
  });

  it('show the log of the storage server, and the way back', async () => {
    const { page } = await visitAsRoot(app, '/tools/logs');
    await page.getByText('Reading', { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Highlight Line' }).fill('drive');
    await page.getByText(/ highlighted$/).waitFor();
    await page.getByRole('link', { name: 'Return to Tools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
  });
});
