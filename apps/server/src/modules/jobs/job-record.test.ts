import { expect, it } from 'vitest';
import type { JobStore } from '../../state/job-store.ts';
import { newProgress, readProgress } from './job-progress.ts';
import { JobRecord, type JobRecordOptions } from './job-record.ts';

const FIRST = { again: false, retried: false };
const FAILED = { kind: 'failed', code: 'AccessDenied', detail: '' } as const;
const step = (key: string) => ({ key, size: 1 });

function aRecord(store: Partial<JobRecordOptions['store']>) {
  const added: string[][] = [];
  const calls: JobRecordOptions['store'] = {
    hold: async () => ({ canceled: false }),
    end: async () => true,
    dropFailures: async () => undefined,
    addFailures: async (_job, failures) => {
      added.push(failures.map(({ item }) => JSON.parse(item).key));
    },
    ...store,
  };
  const record = new JobRecord({
    ...{ id: 'job', holder: 'this', leaseMs: 1000, store: calls },
    ...{ progress: readProgress(newProgress()), onCancel: () => undefined },
  });
  return { record, added };
}

it('stores failures with the next save where one could not be made', async () => {
  let isAway = true;
  const dropFailures: JobStore['dropFailures'] = async () => {
    if (isAway) throw new Error('The database is away.');
  };
  const { record, added } = aRecord({ dropFailures });
  record.settle(step('a'), FAILED, FIRST);
  await expect(record.save()).rejects.toThrow('The database is away.');
  isAway = false;
  record.settle(step('b'), FAILED, FIRST);
  await record.save();
  expect(added).toEqual([['a', 'b']]);
});

it('stores no failure that was made good before it could be stored', async () => {
  let isAway = true;
  const dropFailures: JobStore['dropFailures'] = async () => {
    if (isAway) throw new Error('The database is away.');
  };
  const { record, added } = aRecord({ dropFailures });
  record.settle(step('a'), FAILED, FIRST);
  await expect(record.save()).rejects.toThrow('The database is away.');
  record.settle(step('a'), { kind: 'done' }, { again: true, retried: true });
  isAway = false;
  await record.save();
  expect(added).toEqual([[]]);
});
