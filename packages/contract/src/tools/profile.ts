import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** What can be recorded, as MinIO calls it; the embedded store knows the first two. */
export const PROFILE_KINDS = [
  'cpu',
  'mem',
  'block',
  'mutex',
  'goroutines',
  'threads',
  'trace',
  'cpuio',
] as const;
export type ProfileKind = (typeof PROFILE_KINDS)[number];

/** Seconds: the storage server answers only when they are over, and other ends give up after a minute. */
const LONGEST_PROFILE = 30;

export const recordProfile = endpoint({
  id: 'tools.profile',
  method: 'POST',
  path: '/admin/profile',
  summary: 'Records profiles of every storage server for a while; a zip with a file for each',
  permission: storage('admin:Profiling'),
  body: z.object({
    kinds: z.array(z.enum(PROFILE_KINDS)).min(1).max(PROFILE_KINDS.length),
    seconds: z.int().min(1).max(LONGEST_PROFILE),
  }),
  response: 'bytes',
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'NotSupported'],
});
