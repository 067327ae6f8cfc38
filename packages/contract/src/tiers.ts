import { TIER_NAME } from '@stowage/domain/tier-name';
import { always, endpoint, storage } from './endpoint.ts';
import { storageErrors } from './storage-errors.ts';
import { z } from './zod.ts';

/** The types of servers that can back a tier. */
export const TIER_TYPES = ['minio', 'gcs', 's3', 'azure'] as const;
export type TierType = (typeof TIER_TYPES)[number];

const MAX_TEXT = 1024;
const MAX_FILE = 64 * 1024;
const text = z.string().min(1).max(MAX_TEXT);

/** The location of a tier. */
const TierPlace = z.object({
  name: text.regex(TIER_NAME, 'only upper case letters, digits, - and _'),
  /** A URL, such as https://s3.amazonaws.com. */
  endpoint: text,
  bucket: text,
  prefix: text,
  region: text,
});

const S3Tier = TierPlace.extend({
  accesskey: text,
  secretkey: text,
  storageclass: z.string().max(MAX_TEXT).optional(),
});

/** `creds` is the credentials file, JSON. */
const GcsTier = TierPlace.extend({ creds: z.string().min(1).max(MAX_FILE) });

const AzureTier = TierPlace.extend({ accountname: text, accountkey: text });

/** A new tier: its type, and a block of that name. */
export const NewTier = z.discriminatedUnion('type', [
  z.object({ type: z.literal('s3'), s3: S3Tier }),
  z.object({ type: z.literal('minio'), minio: S3Tier }),
  z.object({ type: z.literal('gcs'), gcs: GcsTier }),
  z.object({ type: z.literal('azure'), azure: AzureTier }),
]);
export type NewTier = z.infer<typeof NewTier>;

/** A tier as displayed, without secrets. */
const TierBlock = z
  .object({
    name: z.string(),
    endpoint: z.string().optional(),
    bucket: z.string().optional(),
    prefix: z.string().optional(),
    region: z.string().optional(),
    accesskey: z.string().optional(),
    accountname: z.string().optional(),
    storageclass: z.string().optional(),
  })
  .optional();

/** A storage tier: its type, a block of that name, and its usage. */
export const Tier = z.object({
  type: z.enum([...TIER_TYPES, 'unsupported']),
  s3: TierBlock,
  gcs: TierBlock,
  azure: TierBlock,
  minio: TierBlock,
  /** Absent if the server does not report it, or has not counted yet. */
  usage: z
    .object({
      /** Bytes. */
      size: z.number(),
      objects: z.number(),
      versions: z.number(),
    })
    .optional(),
});
export type Tier = z.infer<typeof Tier>;

/**
 * The keys for s3, minio and azure (account name and account key), or the credentials file for gcs.
 */
export const TierCredentials = z.union([
  z.object({ access_key: text, secret_key: text }),
  z.object({ creds: z.string().min(1).max(MAX_FILE) }),
]);
export type TierCredentials = z.infer<typeof TierCredentials>;

const TierParams = z.object({ type: z.enum(TIER_TYPES), name: text });

const readErrors = [...storageErrors, 'NotSupported'] as const;
const tryErrors = [...readErrors, 'InvalidInput', 'RemoteRefused', 'RemoteUnreachable'] as const;

export const listTiers = endpoint({
  id: 'tiers.list',
  method: 'GET',
  path: '/admin/tiers',
  summary: 'The storage tiers that objects can be moved to, and what they hold',
  permission: storage('admin:ListTier'),
  response: z.object({ items: z.array(Tier) }),
  status: 200,
  errors: readErrors,
});

export const addTier = endpoint({
  id: 'tiers.add',
  method: 'POST',
  path: '/admin/tiers',
  summary: 'Add a tier, after its bucket was written, read and deleted from',
  permission: storage('admin:SetTier'),
  body: NewTier,
  response: null,
  status: 201,
  errors: [...tryErrors, 'TierExists', 'TierPlaceTaken'],
});

export const setTierCredentials = endpoint({
  id: 'tiers.setCredentials',
  method: 'PUT',
  path: '/admin/tiers/{type}/{name}/credentials',
  summary: 'Replace the credentials of a tier, after they were tried',
  permission: storage('admin:SetTier'),
  params: TierParams,
  body: TierCredentials,
  response: null,
  status: 200,
  errors: [...tryErrors, 'NotFound'],
});

export const checkTier = endpoint({
  id: 'tiers.check',
  method: 'POST',
  path: '/admin/tiers/{type}/{name}/check',
  summary: 'Write, read and delete an object in the bucket of a tier',
  permission: storage('admin:ListTier'),
  params: TierParams,
  response: null,
  status: 204,
  errors: [...tryErrors, 'NotFound'],
});

export const deleteTier = endpoint({
  id: 'tiers.delete',
  method: 'DELETE',
  path: '/admin/tiers/{type}/{name}',
  summary: 'Remove a tier that no lifecycle rule uses and that holds nothing',
  permission: storage('admin:SetTier'),
  recentLogin: always,
  params: TierParams,
  response: null,
  status: 204,
  errors: [
    'PasswordRequired',
    ...readErrors,
    'InvalidInput',
    'NotFound',
    'TierInUse',
    'RemoteUnreachable',
  ],
});
