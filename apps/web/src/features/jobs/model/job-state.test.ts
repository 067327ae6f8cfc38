import { describe, expect, it } from 'vitest';
import { aJob } from '../testing/a-job.ts';
import { endedSince, jobShare } from './job-state.ts';

describe('how far a job is', () => {
  const done = { objects: 3, bytes: 1 };
  it.each([
    ['counts what failed and was left as it is', { objects: 10, bytes: 1, complete: true }, 0.5],
    ['is never more than all', { objects: 4, bytes: 1, complete: true }, 1],
    [
      'is unknown where only a lower bound is known',
      { objects: 4, bytes: 1, complete: false },
      undefined,
    ],
    ['is unknown where nothing is there', { objects: 0, bytes: 0, complete: true }, undefined],
  ])('%s', (_name, total, share) => {
    expect(jobShare(aJob({ done, skipped: 1, failed: 1, total }))).toBe(share);
  });
});

it('notices the jobs that have ended', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => aJob({ id, state: 'running' }));
  if (!a || !b || !c) throw new Error('three jobs');
  const old = aJob({ id: 'old', state: 'done' });
  const now = [{ ...a, state: 'done' as const }, b, { ...c, state: 'failed' as const }, old];
  expect(endedSince([a, b, c, old], now).map(({ id }) => id)).toEqual(['a', 'c']);
});
