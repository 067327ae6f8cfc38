import { expect, it } from 'vitest';
import type { StoredJob } from '../../state/job-store.ts';
import { newProgress } from './job-progress.ts';
import { presentJobs } from './present.ts';

const stored = (id: string, kind: string): StoredJob => ({
  ...{ id, owner: 'owner', session: 'session', state: 'waiting', code: '', detail: '' },
  summary: JSON.stringify({ kind, bucket: 'b', items: 0, name: 'logs/' }),
  progress: newProgress(),
  createdAt: 1,
  updatedAt: 1,
});

it('a list of jobs is shown without those of a kind that only a newer console knows', () => {
  const jobs = presentJobs([stored('1', 'delete'), stored('2', 'translate'), stored('3', 'copy')]);
  expect(jobs.map(({ id }) => id)).toEqual(['1', '3']);
});
