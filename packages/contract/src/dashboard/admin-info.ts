import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import { Widget } from './widgets.ts';

/** A drive of a server. */
export const ServerDrive = z.object({
  uuid: z.string(),
  /** 'ok', 'offline', or another state reported by the storage server. */
  state: z.string(),
  endpoint: z.string(),
  drivePath: z.string(),
  rootDisk: z.boolean(),
  healing: z.boolean(),
  model: z.string(),
  /** Bytes, like the two below. */
  totalSpace: z.number(),
  usedSpace: z.number(),
  availableSpace: z.number(),
});
export type ServerDrive = z.infer<typeof ServerDrive>;

/** A node of the storage. */
export const StorageServerInfo = z.object({
  /** 'online', 'offline', or another state reported by the storage server. */
  state: z.string(),
  endpoint: z.string(),
  /** Seconds. */
  uptime: z.number(),
  version: z.string(),
  commitID: z.string(),
  poolNumber: z.int(),
  /** Its peers, including itself, each 'online' or 'offline'. */
  network: z.record(z.string(), z.string()),
  drives: z.array(ServerDrive),
});
export type StorageServerInfo = z.infer<typeof StorageServerInfo>;

/** The contents and hardware of the storage, with widgets if there is a source of metrics. */
export const AdminInfo = z.object({
  buckets: z.int(),
  objects: z.int(),
  /** Bytes used by objects, excluding redundancy. */
  usage: z.number(),
  servers: z.array(StorageServerInfo),
  /** Without their values, which are fetched individually. Absent if no metrics are available. */
  widgets: z.array(Widget).optional(),
});
export type AdminInfo = z.infer<typeof AdminInfo>;

export const getAdminInfo = endpoint({
  id: 'dashboard.info',
  method: 'GET',
  path: '/admin/info',
  summary:
    'What the storage holds, its servers and drives, and the widgets of the metrics dashboard',
  permission: storage('admin:ServerInfo'),
  query: z.object({
    /** Omits the widgets. */
    defaultOnly: z.enum(['true', 'false']).default('false'),
    /** Ignored: API clients send the widgets' range along. */
    start: z.string().optional(),
    end: z.string().optional(),
    step: z.string().optional(),
  }),
  response: AdminInfo,
  status: 200,
  errors: [...storageErrors, 'InvalidInput', 'NotSupported'],
});
