import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

export const KEY_RISKS = ['tooWide', 'unused', 'neverExpires'] as const;

/** An access key and its usage. */
export const ReportedKey = z.object({
  accessKey: z.string(),
  kind: z.enum(['root', 'user', 'serviceAccount']),
  /** The user whose rights are its upper limit; users have themselves here. */
  owner: z.string(),
  /** The name of a service account; '' for none. */
  name: z.string(),
  enabled: z.boolean(),
  /** ISO 8601; absent if the server does not report it. */
  createdAt: z.string().optional(),
  /**
   * ISO 8601, to the hour; absent if the server does not report it or has not seen any use since it
   * began tracking.
   */
  lastUsed: z.string().optional(),
  /** ISO 8601; absent when it never expires. */
  expiration: z.string().optional(),
  /**
   * The width of its rights: none, some, read all buckets, write or delete in all buckets, or grant
   * any right to anybody.
   */
  width: z.enum(['none', 'some', 'readsAll', 'writesAll', 'grants']),
  /**
   * Whether its own policy was not read because there are too many keys. The width is then that of
   * its user.
   */
  atMost: z.boolean(),
  risks: z.array(z.enum(KEY_RISKS)),
});
export type ReportedKey = z.infer<typeof ReportedKey>;

export const getKeysReport = endpoint({
  id: 'keysReport.get',
  method: 'GET',
  path: '/keys-report',
  summary:
    'Every access key of everybody: owner, age, last use, expiry and width; the riskiest first',
  permission: storage('admin:ListUsers'),
  response: z.object({
    keys: z.array(ReportedKey),
    /** All keys, including those beyond the end of a truncated list. */
    total: z.int(),
    /** Whether the server reports when keys were last used. */
    usageKnown: z.boolean(),
  }),
  status: 200,
  errors: [...storageErrors, 'NotSupported'],
});
