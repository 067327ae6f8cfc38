import type { Job } from '@stowage/contract/jobs';

/** Whether a job is queued or running. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Returns the number of objects a job has processed, whatever the outcome. */
export function settledObjects({ done, skipped, failed }: Job): number {
  return done.objects + skipped + failed;
}

/** Returns a job's progress, 0 to 1; undefined while the total is unknown. */
export function jobShare(job: Job): number | undefined {
  const { total } = job;
  if (!total?.complete || total.objects === 0) return undefined;
  return Math.min(1, settledObjects(job) / total.objects);
}

/** Returns the jobs that were active last time and have ended since. */
export function endedSince(before: readonly Job[], now: readonly Job[]): readonly Job[] {
  const open = new Set(before.filter(isOpen).map(({ id }) => id));
  return now.filter((job) => open.has(job.id) && !isOpen(job));
}
