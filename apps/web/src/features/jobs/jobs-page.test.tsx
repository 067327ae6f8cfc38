import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fail, fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { JobsPage } from './jobs-page.tsx';
import { aJob } from './testing/a-job.ts';

async function open(handlers: Handlers) {
  const server = fakeServer(handlers);
  return { server, ...(await renderScreen(<JobsPage />, { route: '/jobs', pattern: '/jobs' })) };
}

const stopped = aJob({
  state: 'failed',
  failure: { code: 'SessionRequired', detail: '' },
  retriable: true,
});

it('shows how far a job is, and cancels it', async () => {
  const job = aJob({ done: { objects: 1204, bytes: 1 }, failed: 3 });
  const total = { objects: 10_050, bytes: 5, complete: true };
  const { server, user } = await open({
    'jobs.list': () => ({ jobs: [{ ...job, total }] }),
    'jobs.cancel': () => aJob({ state: 'canceled', retriable: true }),
  });
  const name = 'Copy 2025/ from my-bucket to archive/old/';
  expect(await screen.findByText('1,207 of 10,050 · 3 failed')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: `Progress of ${name}` })).toHaveAttribute(
    'aria-valuenow',
    '12',
  );
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
  server.use({ 'jobs.list': () => ({ jobs: [aJob({ state: 'canceled', retriable: true })] }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }));
  expect(await screen.findByText(/^cancelled/)).toBeVisible();
  expect(server.calls('jobs.cancel')).toMatchObject([{ params: { job: 'job-1' } }]);
});

it('calls it renaming where something only gets another name', async () => {
  const move = { kind: 'move', name: 'docs/old.md' } as const;
  const renamed = { bucket: 'my-bucket', prefix: 'docs/', name: 'new.md' };
  await open({
    'jobs.list': () => ({
      jobs: [
        aJob({ ...move, target: renamed }),
        aJob({ ...move, id: 'job-2', target: { ...renamed, prefix: 'else/' } }),
      ],
    }),
  });
  expect(await screen.findByText('Rename old.md in my-bucket to new.md')).toBeVisible();
  expect(screen.getByText('Move old.md from my-bucket to my-bucket/else/new.md')).toBeVisible();
});

it('says that a job ended with its session, and goes on with it', async () => {
  const { server, user } = await open({
    'jobs.list': () => ({ jobs: [stopped] }),
    'jobs.retry': () => aJob({ state: 'waiting' }),
  });
  expect(await screen.findByText(/^ended because the session ended · 5 of 10/)).toBeVisible();
  expect(screen.getByText(/The session in which it was started has ended/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Actions for/ }));
  server.use({ 'jobs.list': () => ({ jobs: [aJob({ state: 'waiting' })] }) });
  await user.click(await screen.findByRole('menuitem', { name: 'Retry' }));
  expect(await screen.findByText('waiting')).toBeVisible();
});

it('lists what failed and why, page by page, and retries it', async () => {
  const job = aJob({ state: 'done', failed: 2, retriable: true });
  const { server, user } = await open({
    'jobs.list': () => ({ jobs: [job] }),
    'jobs.failures': ({ query }) =>
      query.cursor === undefined
        ? {
            failures: [
              {
                key: 'a\u202etxt.exe',
                versionId: 'v1',
                code: 'ObjectLocked',
                detail: 'Until Friday.',
              },
            ],
            next: 1,
          }
        : { failures: [{ key: 'b', code: 'AccessDenied', detail: '' }] },
    'jobs.retry': () => aJob({ state: 'done' }),
  });
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show failures' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What failed' }));
  expect(await dialog.findByText(/Until Friday\. · version v1/)).toBeVisible();
  expect(dialog.getByRole('listitem').textContent).not.toContain('\u202e');
  await user.click(dialog.getByRole('button', { name: 'Show more' }));
  expect(await dialog.findByText('Your account has no permission for this action.')).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('jobs.retry')).toHaveLength(1);
});

it('forgets jobs that have ended, one or all of them', async () => {
  const done = aJob({ state: 'done', kind: 'delete', items: 3, target: undefined });
  const { server, user } = await open({
    'jobs.list': () => ({ jobs: [done, aJob({ id: 'other' })] }),
    'jobs.remove': () => undefined,
    'jobs.removeEnded': () => undefined,
  });
  const name = 'Delete 3 items from my-bucket';
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the list' }));
  await waitFor(() => expect(server.calls('jobs.remove')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Clear finished' }));
  await waitFor(() => expect(server.calls('jobs.removeEnded')).toHaveLength(1));
});

it('says what jobs are where there is none, and offers to try again where they do not come', async () => {
  const { server, user } = await open({ 'jobs.list': () => fail('StateUnavailable') });
  expect(await screen.findByText('The jobs could not be loaded')).toBeVisible();
  server.use({ 'jobs.list': () => ({ jobs: [] }) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No jobs yet')).toBeVisible();
});
