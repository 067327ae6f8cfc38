import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { clientState } from '#web/lib/client-state/client-state.ts';
import { aSession } from '#web/testing/factories.ts';
import { fakeServer, type Handlers } from '#web/testing/fake-server.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Dock } from '#web/ui/dock/dock.tsx';
import { aJob } from './testing/a-job.ts';
import { useJobList } from './use-job-list.tsx';

function JobsDock() {
  return <Dock lists={[useJobList()]} />;
}

async function open(handlers: Handlers, pages: string[] = ['/buckets', '/jobs']) {
  const server = fakeServer(handlers);
  return { server, ...(await renderScreen(<JobsDock />, { session: aSession({ pages }) })) };
}

const dock = () => screen.findByRole('region', { name: 'Transfers' });

it('shows jobs that run, and how they ended, and loads again what they changed', async () => {
  const { server, queryClient, user } = await open({ 'jobs.list': () => ({ jobs: [aJob()] }) });
  queryClient.setQueryData(['buckets', 'list'], {});
  expect(within(await dock()).getByText('5 of 10')).toBeVisible();
  const failed = aJob({ state: 'done', failed: 1, retriable: true });
  server.use({
    'jobs.list': () => ({ jobs: [failed] }),
    'jobs.retry': () => aJob({ state: 'waiting' }),
  });
  expect(await screen.findByText('1 object failed.', {}, { timeout: 20_000 })).toBeVisible();
  const failedWords = 'Job failed: Copy 2025/ from my-bucket to archive/old/';
  expect(clientState().modalSnackBar).toMatchObject({ type: 'error', message: failedWords });
  expect(queryClient.getQueryState(['buckets', 'list'])?.isInvalidated).toBe(true);
  server.use({ 'jobs.list': () => ({ jobs: [aJob({ state: 'waiting' })] }) });
  await user.click(screen.getByRole('button', { name: /^Retry Copy 2025/ }));
  await waitFor(() => expect(screen.getByText('waiting')).toBeVisible());
});

it('cancels a job, and is closed when none runs', async () => {
  const { server, user } = await open({
    'jobs.list': () => ({ jobs: [aJob()] }),
    'jobs.cancel': () => aJob({ state: 'canceled', retriable: true }),
  });
  server.use({ 'jobs.list': () => ({ jobs: [aJob({ state: 'canceled', retriable: true })] }) });
  await user.click(within(await dock()).getByRole('button', { name: /^Cancel Copy 2025/ }));
  await user.click(await screen.findByRole('button', { name: 'Close transfers' }));
  expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
});

it('shows nothing of jobs that ended before, and asks for none where there is no page of them', async () => {
  const ended = await open({ 'jobs.list': () => ({ jobs: [aJob({ state: 'done' })] }) });
  await waitFor(() => expect(ended.server.calls('jobs.list')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull();
  ended.unmount();
  const { server } = await open({}, ['/metrics']);
  expect(server.calls('jobs.list')).toHaveLength(0);
});
