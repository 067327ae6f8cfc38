import { expect, it, vi } from 'vitest';
import type { Session } from '../../sessions/session.ts';
import type { ClaimedJob, JobStore } from '../../state/job-store.ts';
import { newProgress } from './job-progress.ts';
import { createJobRunner } from './job-runner.ts';

const claim = vi.fn<JobStore['claim']>();
const told: string[] = [];

const runner = () =>
  createJobRunner({
    store: { claim } as unknown as JobStore,
    // The first dependency that a run uses: the run fails there.
    sessions: { ofKey: () => Promise.reject(new Error('no session here')) },
    s3Of: () => {
      throw new Error('not reached');
    },
    log: { info: () => undefined, error: (_fields, message) => void told.push(message) },
  });

it('tells once that the queue cannot be read, and again after it could be', async () => {
  const jobs = runner();
  claim.mockRejectedValue(new Error('the disk is full'));
  jobs.start();
  const look = async () => {
    const looks = claim.mock.calls.length;
    await vi.waitFor(() => {
      jobs.wake();
      expect(claim.mock.calls.length).toBeGreaterThan(looks + 1);
    }, 30_000);
  };
  await look();
  expect(told).toEqual(['the queue of jobs cannot be read']);
  claim.mockResolvedValue(undefined);
  await look();
  claim.mockRejectedValue(new Error('the disk is full'));
  await look();
  expect(told).toHaveLength(2);
  await jobs.stop();
});

it('runs each job under a name of its own, so that of two runs of a job only the later goes on', async () => {
  const holders: string[] = [];
  claim.mockImplementation(async (holder) => {
    holders.push(holder);
    const job = { id: 'job', progress: '{}', request: '{}', session: 's' };
    return holders.length > 2 ? undefined : (job as ClaimedJob);
  });
  const jobs = runner();
  jobs.start();
  await vi.waitFor(() => expect(holders.length).toBeGreaterThan(2), 30_000);
  expect(new Set(holders.slice(0, 2)).size).toBe(2);
  await jobs.stop();
});

it('leaves a job alone that a newer console has stored with a condition of its own', async () => {
  const selection = { prefix: 'logs/', ofColour: 'red' };
  const request = JSON.stringify({ kind: 'delete', bucket: 'b', selection, versions: false });
  const job = { id: 'job', progress: newProgress(), request, session: 's' };
  claim
    .mockReset()
    .mockResolvedValueOnce(job as ClaimedJob)
    .mockResolvedValue(undefined);
  const s3Of = vi.fn<() => never>();
  const failures: unknown[] = [];
  const jobs = createJobRunner({
    store: { claim, hold: async () => ({ canceled: false }) } as unknown as JobStore,
    sessions: { ofKey: async () => ({}) as Session },
    s3Of,
    log: { info: () => undefined, error: (fields) => void failures.push(fields) },
  });
  jobs.start();
  await vi.waitFor(() => expect(failures).toHaveLength(1), 30_000);
  expect(failures).toMatchObject([{ job: 'job', err: { name: 'ZodError' } }]);
  expect(s3Of).not.toHaveBeenCalled();
  await jobs.stop();
});

it('looks again for a job that comes into the queue while it looks', async () => {
  // No time passes, so this is not the periodic check.
  vi.useFakeTimers();
  const first = Promise.withResolvers<undefined>();
  claim.mockReset().mockReturnValueOnce(first.promise).mockResolvedValue(undefined);
  const jobs = runner();
  jobs.start();
  jobs.wake();
  first.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(claim).toHaveBeenCalledTimes(2);
  await jobs.stop();
  vi.useRealTimers();
});
