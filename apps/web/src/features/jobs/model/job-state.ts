import type { Job } from '@stowage/contract/jobs';

/** Whether a job waits or runs. */
export function isOpen({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Objects that a job is through with, whatever came of them. */
export function settledObjects({ done, skipped, failed }: Job): number {
  return done.objects + skipped + failed;
}

/** How far a job is, 0 to 1; undefined where nobody knows how much there is. */
export function jobShare(job: Job): number | undefined {
  const { total } = job;
  if (!total?.complete || total.objects === 0) return undefined;
  return Math.min(1, settledObjects(job) / total.objects);
}

/** Jobs that were open the last time and have ended since. */
export function endedSince(before: readonly Job[], now: readonly Job[]): readonly Job[] {
  const open = new Set(before.filter(isOpen).map(({ id }) => id));
  return now.filter((job) => open.has(job.id) && !isOpen(job));
}
