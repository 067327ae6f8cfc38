import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

/** Profile types, by MinIO's names; the embedded store supports the first two. */
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

/**
 * Seconds: the storage server answers only at the end, and other parties time out after a minute.
 */
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
