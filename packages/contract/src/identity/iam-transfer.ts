import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';

const errors = [...storageErrors, 'InvalidInput', 'NotSupported', 'PayloadTooLarge'] as const;

/** Maximum size of an archive in bytes. */
export const MAX_ARCHIVE_BYTES = 16 * 1024 * 1024;

/** A zip archive, base64. */
const Archive = z
  .string()
  .min(1)
  .max(Math.ceil(MAX_ARCHIVE_BYTES / 3) * 4);

/** The kinds of archive entries, in import order. */
export const IAM_PARTS = [
  'policies',
  'users',
  'groups',
  'serviceAccounts',
  'userPolicies',
  'groupPolicies',
  'stsPolicies',
] as const;
export const IamPart = z.enum(IAM_PARTS);
export type IamPart = z.infer<typeof IamPart>;

/** Fields that differ from the existing entry. */
export const IAM_DIFFERENCES = [
  'secret',
  'status',
  'policy',
  'members',
  'parent',
  'expiration',
  'name',
] as const;

/** The effect of an import on an entry, without secrets. */
export const IamPreviewEntry = z.object({
  part: IamPart,
  name: z.string(),
  /** unknown: the caller may not see the existing entry. */
  change: z.enum(['added', 'changed', 'removed', 'unknown']),
  differences: z.array(z.enum(IAM_DIFFERENCES)),
  /**
   * enabled: it is disabled in the archive, but MinIO would enable it. expired: it has expired and
   * would be rejected. noParent: its user is neither in the archive nor on the server.
   */
  note: z.enum(['enabled', 'expired', 'noParent', 'ownAccount']).optional(),
});
export type IamPreviewEntry = z.infer<typeof IamPreviewEntry>;

/** Maximum number of entries listed in a preview or a result; totals count all. */
export const MAX_NAMED_ENTRIES = 20_000;

export const exportIam = endpoint({
  id: 'iamTransfer.export',
  method: 'POST',
  path: '/iam/export',
  summary: 'A zip archive of all users, groups, policies and service accounts, with their secrets',
  permission: storage('admin:ExportIAM'),
  response: z.object({ archive: z.string() }),
  status: 200,
  errors,
});

export const previewIamImport = endpoint({
  id: 'iamTransfer.preview',
  method: 'POST',
  path: '/iam/import-preview',
  summary: 'What an import of this archive would change; nothing is changed and no secret is told',
  permission: storage('admin:ImportIAM'),
  body: z.object({ archive: Archive }),
  response: z.object({
    /** The entries that would change, truncated if there are too many. */
    entries: z.array(IamPreviewEntry),
    changing: z.int(),
    unchanged: z.int(),
  }),
  status: 200,
  errors,
});

export const importIam = endpoint({
  id: 'iamTransfer.import',
  method: 'POST',
  path: '/iam/import',
  summary: 'Import users, groups, policies and service accounts from an archive',
  permission: storage('admin:ImportIAM'),
  body: z.object({ archive: Archive }),
  response: z.object({
    /** Whether the server reports the outcome of each entry. */
    reported: z.boolean(),
    added: z.int(),
    removed: z.int(),
    /** The rejected entries, with the server's reason if it gives one. */
    refused: z.array(
      z.object({
        part: IamPart,
        name: z.string(),
        outcome: z.enum(['skipped', 'failed']),
        reason: z.string(),
      }),
    ),
    refusedCount: z.int(),
  }),
  status: 200,
  errors,
});
