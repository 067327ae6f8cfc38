import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

const permission = storage('admin:Heal');
const flag = z.enum(['true', 'false']).optional();

/** Redundancy levels, best first; Grey is unreadable. */
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
  /** Number of drives with an intact copy, and the state of the others. */
  online: z.int(),
  offline: z.int(),
  missing: z.int(),
  corrupted: z.int(),
  drives: z.array(z.object({ endpoint: z.string(), state: z.string() })),
});

/** An item that was incomplete on some drive, or still is after healing. */
export const HealedItem = z.object({
  type: z.enum(['object', 'bucket', 'system']),
  /** Bucket and key. */
  name: z.string(),
  versionId: z.string(),
  /** Bytes; 0 if it is not an object. */
  size: z.number(),
  /** Why healing failed; '' on success. */
  error: z.string(),
  before: ItemSide,
  after: ItemSide,
});
export type HealedItem = z.infer<typeof HealedItem>;

/** Healing progress. Each message has the full counts, and the items since the previous message. */
export const HealMessage = z.object({
  /** Seconds. */
  healDuration: z.number(),
  /** Bytes. */
  bytesScanned: z.number(),
  objectsScanned: z.int(),
  itemsScanned: z.int(),
  objectsHealed: z.int(),
  itemsHealed: z.int(),
  /** Objects that are still incomplete afterwards. */
  objectsFailed: z.int(),
  healthBeforeCols: ColourCounts,
  healthAfterCols: ColourCounts,
  itemsHealthStatus: z.array(HealedItem),
  /** Total number of items that are counted but not listed. */
  itemsLeftOut: z.int(),
  /** Whether healing has finished, and the error if it failed. */
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
    /** 'deep' reads every copy; otherwise only presence and size are checked. */
    scan: z.enum(['normal', 'deep']).optional(),
    /** Reports without changing anything. */
    'dry-run': flag,
  }),
  message: HealMessage,
  signOfLife: 'once',
});

/** A drive and its healing progress. */
export const HealDrive = z.object({
  /** The server and the path of the drive. */
  endpoint: z.string(),
  path: z.string(),
  /** 'ok', 'offline', 'unformatted', … */
  state: z.string(),
  healing: z.boolean(),
  /** Why it is offline or incomplete; '' if the server does not report it. */
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
      /** 0 if unknown. */
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
    /** Whether `replaceDrive` can put an empty drive in the place of a missing one. */
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
