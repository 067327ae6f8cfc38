import type { Job } from '@stowage/contract/jobs';

/** A job that copies a folder of ten objects and is half done. */
export function aJob(parts: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    kind: 'copy',
    bucket: 'my-bucket',
    items: 1,
    name: 'photos/2025/',
    target: { bucket: 'archive', prefix: 'old/' },
    state: 'running',
    done: { objects: 5, bytes: 5 * 1024 * 1024 },
    skipped: 0,
    failed: 0,
    total: { objects: 10, bytes: 10 * 1024 * 1024, complete: true },
    retriable: false,
    createdAt: '2026-11-22T10:00:00.000Z',
    updatedAt: '2026-11-22T10:01:00.000Z',
    ...parts,
  };
}
