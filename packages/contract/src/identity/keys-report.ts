import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

export const KEY_RISKS = ['tooWide', 'unused', 'neverExpires'] as const;

/** An access key, and how it is used. */
export const ReportedKey = z.object({
  accessKey: z.string(),
  kind: z.enum(['root', 'user', 'serviceAccount']),
  /** The user whose rights it has at most; of users themselves. */
  owner: z.string(),
  /** Of a service account; '' for none. */
  name: z.string(),
  enabled: z.boolean(),
  /** ISO 8601; absent where the server does not tell. */
  createdAt: z.string().optional(),
  /**
   * ISO 8601, to the hour; absent where the server does not tell or the key was not used since it
   * does.
   */
  lastUsed: z.string().optional(),
  /** ISO 8601; absent when it never expires. */
  expiration: z.string().optional(),
  /**
   * What it may: nothing, something, read all buckets, write or delete in all buckets, or give any
   * right to anybody.
   */
  width: z.enum(['none', 'some', 'readsAll', 'writesAll', 'grants']),
  /** Whether its own policy was not asked for: there are too many keys. The width is that of its user. */
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
    /** All keys; more than are listed where there are very many. */
    total: z.int(),
    /** Whether the server tells when keys were last used. */
    usageKnown: z.boolean(),
  }),
  status: 200,
  errors: [...storageErrors, 'NotSupported'],
});
