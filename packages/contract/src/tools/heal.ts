import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

const permission = storage('admin:Heal');
const flag = z.enum(['true', 'false']).optional();

/** How far from being lost things are, the best first; Grey cannot be read. */
export const HEALTH_COLOURS = ['Green', 'Yellow', 'Red', 'Grey'] as const;
export type HealthColour = (typeof HEALTH_COLOURS)[number];

const ColourCounts = z.object({
  Green: z.int(),
  Yellow: z.int(),
  Red: z.int(),
  Grey: z.int(),
});
export type ColourCounts = z.infer<typeof ColourCounts>;

const ItemSide = z.object({
  color: z.enum(HEALTH_COLOURS),
  /** How many drives have it whole, and of the others why not. */
  online: z.int(),
  offline: z.int(),
  missing: z.int(),
  corrupted: z.int(),
  drives: z.array(z.object({ endpoint: z.string(), state: z.string() })),
});

/** Something that was not whole on every drive, or is not after healing. */
export const HealedItem = z.object({
  type: z.enum(['object', 'bucket', 'system']),
  /** Bucket and key. */
  name: z.string(),
  versionId: z.string(),
  /** Bytes; 0 for what is no object. */
  size: z.number(),
  /** Why it could not be healed; '' when it was. */
  error: z.string(),
  before: ItemSide,
  after: ItemSide,
});
export type HealedItem = z.infer<typeof HealedItem>;

/** How far healing is. Each message has all counts, and the items since the one before. */
export const HealMessage = z.object({
  /** Seconds. */
  healDuration: z.number(),
  /** Bytes. */
  bytesScanned: z.number(),
  objectsScanned: z.int(),
  itemsScanned: z.int(),
  objectsHealed: z.int(),
  itemsHealed: z.int(),
  /** Objects that are not whole after it. */
  objectsFailed: z.int(),
  healthBeforeCols: ColourCounts,
  healthAfterCols: ColourCounts,
  itemsHealthStatus: z.array(HealedItem),
  /** How many further items are counted and not listed, in all. */
  itemsLeftOut: z.int(),
  /** Whether it is over; and why, where it failed. */
  finished: z.boolean(),
  failure: z.string().optional(),
});
export type HealMessage = z.infer<typeof HealMessage>;

export const healBucket = stream({
  id: 'tools.heal',
  path: '/heal/{bucket}',
  summary:
    'Looks for damaged and missing copies in a bucket and makes them again; ends with the socket',
  permission,
  params: z.object({ bucket: z.string() }),
  query: z.object({
    prefix: z.string().max(1024).optional(),
    recursive: flag,
    'force-start': flag,
    'force-stop': flag,
    /** 'deep' reads every copy; otherwise only its presence and size count. */
    scan: z.enum(['normal', 'deep']).optional(),
    /** Nothing is changed. */
    'dry-run': flag,
  }),
  message: HealMessage,
  signOfLife: 'once',
});

/** A drive, and how far it has what it should have. */
export const HealDrive = z.object({
  /** The server that it is in, and the path there. */
  endpoint: z.string(),
  path: z.string(),
  /** 'ok', 'offline', 'unformatted', … */
  state: z.string(),
  healing: z.boolean(),
  /** Why it is out of use or incomplete; '' where the server does not tell. */
  reason: z.string(),
  /** Bytes. */
  totalSpace: z.number(),
  usedSpace: z.number(),
  pool: z.int(),
  set: z.int(),
  progress: z
    .object({
      /** ISO 8601. */
      started: z.string().optional(),
      /** 0 where it is not known. */
      objectsTotal: z.int(),
      itemsHealed: z.int(),
      itemsFailed: z.int(),
      itemsSkipped: z.int(),
    })
    .optional(),
});
export type HealDrive = z.infer<typeof HealDrive>;

const errors = [...storageErrors, 'NotSupported'] as const;

export const getHealing = endpoint({
  id: 'tools.healing',
  method: 'GET',
  path: '/admin/healing',
  summary: 'The drives with their state, and what the storage server heals by itself',
  permission,
  response: z.object({
    drives: z.array(HealDrive),
    /** Servers that did not answer. */
    offlineServers: z.array(z.string()),
    scannedItems: z.int(),
    /** Whether an empty drive can be put in the place of one that is away by `replaceDrive`. */
    canReplace: z.boolean(),
  }),
  status: 200,
  errors,
});

export const replaceDrive = endpoint({
  id: 'tools.replaceDrive',
  method: 'POST',
  path: '/admin/healing/replace-drive',
  summary: 'An empty directory takes the place of a drive that is away, and is filled',
  permission,
  body: z.object({ drive: z.string().min(1).max(4096) }),
  response: null,
  status: 204,
  errors: [...errors, 'InvalidInput'],
});
