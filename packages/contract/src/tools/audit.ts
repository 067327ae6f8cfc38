import { isHttpOrigin } from '@stowage/domain/http-origin';
import { anyone, endpoint, storage } from '../endpoint.ts';
import { z } from '../zod.ts';

/** Records per page. */
export const AUDIT_PAGE_SIZE = 100;
/** Maximum length of a list of records. */
export const MAX_AUDIT_RECORDS = 1_000_000;
/** Maximum size of one delivery of records, in bytes. */
export const MAX_AUDIT_DELIVERY = 16 * 1024 * 1024;

/** The session feature that indicates searchable records. */
export const LOG_SEARCH = 'log-search';

/**
 * Search filters, with the names that clients of MinIO's console use; `account` is an extension: an
 * access key, or the user that owns it.
 */
export const AUDIT_FILTERS = [
  ...(['bucket', 'object', 'api_name', 'request_id', 'user_agent', 'response_status'] as const),
  'account',
] as const;
export type AuditFilterName = (typeof AUDIT_FILTERS)[number];

export const AUDIT_ORDERS = ['timeDesc', 'timeAsc'] as const;

/** A call that the storage server answered. */
export const AuditRecord = z.object({
  /** ISO 8601 */
  time: z.string(),
  api_name: z.string(),
  bucket: z.string(),
  /** The first object, for calls that concern many. */
  object: z.string(),
  /** All objects, as far as they are kept; only for calls that concern many. */
  objects: z.array(z.string()).optional(),
  remote_host: z.string(),
  request_id: z.string(),
  user_agent: z.string(),
  response_status: z.string(),
  response_status_code: z.int(),
  /** Bytes. */
  request_content_length: z.number(),
  response_content_length: z.number(),
  time_to_response_ns: z.number(),
  /** '' for an anonymous user. */
  access_key: z.string(),
  /** The user that owns the key; '' if it is the user's own. */
  parent_user: z.string(),
  error: z.string(),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const errors = ['SessionRequired', 'InvalidInput', 'AccessDenied', 'StorageUnreachable'] as const;
const storageErrors = ['StorageTimeout', 'StorageFailed', 'NotSupported'] as const;

/** 'bucket:photos': a filter and its pattern, with the wildcards '*' and '.'. */
const Filter = z
  .string()
  .max(1200)
  .regex(new RegExp(`^(${AUDIT_FILTERS.join('|')}):`), 'must be a filter, a colon and a pattern');

const rangeQuery = {
  /** One filter, or several. */
  fp: z
    .union([Filter.transform((filter) => [filter]), z.array(Filter).max(AUDIT_FILTERS.length)])
    .optional(),
  /** Excludes calls made by this console, also on behalf of its users. */
  withoutConsole: z.literal('true').optional(),
  /** ISO 8601; defaults to a day ago. */
  timeStart: z.iso.datetime({ offset: true }).optional(),
  /** ISO 8601; defaults to now. */
  timeEnd: z.iso.datetime({ offset: true }).optional(),
};

export const searchAuditLog = endpoint({
  id: 'tools.searchAuditLog',
  method: 'GET',
  path: '/logs/search',
  summary: 'The calls that the storage server has answered, page by page',
  permission: storage('admin:ConsoleLog'),
  query: z.object({
    /** The only supported source. */
    q: z.literal('reqinfo').optional(),
    ...rangeQuery,
    pageSize: z.coerce.number().int().min(1).max(1000).default(AUDIT_PAGE_SIZE),
    pageNo: z.coerce.number().int().min(0).max(10_000).default(0),
    order: z.enum(AUDIT_ORDERS).default('timeDesc'),
    /**
     * Continues from the end of a previous page; faster than page numbers, and never repeats a
     * record.
     */
    after: z
      .string()
      .regex(/^\d{1,19}$/)
      .optional(),
  }),
  response: z.object({
    results: z.array(AuditRecord),
    /** For `after`; absent at the end of the list. */
    next: z.string().optional(),
    /**
     * Set if the search timed out before the page was full: it reached this time, and continues at
     * `next`.
     */
    searchedTo: z.string().optional(),
  }),
  status: 200,
  errors: [...errors, ...storageErrors],
});

const Count = z.object({ calls: z.int(), errors: z.int() });
const Top = z.array(Count.extend({ name: z.string() }));

export const summarizeAuditLog = endpoint({
  id: 'tools.summarizeAuditLog',
  method: 'GET',
  path: '/audit/summary',
  summary:
    'Calls and errors over time, and who and what most; objects and requests do not narrow it',
  permission: storage('admin:ConsoleLog'),
  query: z.object(rangeQuery),
  response: z.object({
    /** Length of a slot in seconds. */
    step: z.int(),
    slots: z.array(Count.extend({ time: z.string() })),
    apis: Top,
    buckets: Top,
    /** '' for anonymous users. */
    accounts: Top,
    /** Such as '404 Not Found'. */
    statuses: Top,
  }),
  status: 200,
  errors: [...errors, ...storageErrors],
});
export type AuditSummary = z.infer<typeof summarizeAuditLog.response>;

/** How the console receives its records. */
export const AuditReceiver = z.object({
  /**
   * Whether the storage server sends its records here; `unknown` if the account may not see that.
   */
  state: z.enum(['on', 'off', 'unknown']),
  /** The address that it sends them to. */
  address: z.string().optional(),
  /** The console's address for a storage server on the same machine. */
  suggestion: z.string().optional(),
  /** The path, below that address, at which this console accepts records. */
  path: z.string(),
  records: z.int(),
  bytes: z.number(),
  /** ISO 8601; absent if there is none. */
  oldest: z.string().optional(),
  newest: z.string().optional(),
  /**
   * ISO 8601; set only if nothing has arrived for minutes after a storage call by this console,
   * which should have been recorded: the time of that call.
   */
  silentSince: z.string().optional(),
  /** Retention limits. */
  retention: z.object({ days: z.int(), bytes: z.number() }),
  /** Counted since the console started. */
  turnedAway: z.object({
    /** Deliveries rejected while too many were being written: the server retries them. */
    busy: z.int(),
    /** Entries that were invalid or too old. */
    refused: z.int(),
  }),
});
export type AuditReceiver = z.infer<typeof AuditReceiver>;

export const getAuditReceiver = endpoint({
  id: 'tools.getAuditReceiver',
  method: 'GET',
  path: '/audit/receiver',
  summary: 'Whether the storage server sends its calls here, and what is kept of them',
  permission: storage('admin:ConsoleLog'),
  response: AuditReceiver,
  status: 200,
  errors: [...errors, ...storageErrors],
});

const AuditAddress = z.object({
  /** The console's address for the storage server: the page's address without its path. */
  address: z
    .string()
    .max(1024)
    .refine(isHttpOrigin, 'must be an address such as https://console.example.net:9090'),
});

export const setUpAuditReceiver = endpoint({
  id: 'tools.setUpAuditReceiver',
  method: 'POST',
  path: '/audit/receiver',
  summary: 'Have the storage server send its calls here, with a token of its own',
  permission: storage('admin:ConfigUpdate'),
  body: AuditAddress,
  response: z.object({ restart: z.boolean() }),
  status: 200,
  errors: [...errors, ...storageErrors],
});

export const removeAuditReceiver = endpoint({
  id: 'tools.removeAuditReceiver',
  method: 'DELETE',
  path: '/audit/receiver',
  summary: 'Have the storage server no longer send its calls here; what has come is kept',
  permission: storage('admin:ConfigUpdate'),
  response: z.object({ restart: z.boolean() }),
  status: 200,
  errors: [...errors, ...storageErrors],
});

export const receiveAuditRecords = endpoint({
  id: 'tools.receiveAuditRecords',
  method: 'POST',
  path: '/audit/records',
  summary: 'Take records from the storage server: JSON, one on a line',
  permission: anyone('The storage server shows the token that it was given for this.'),
  body: 'bytes',
  response: null,
  status: 204,
  errors: [
    ...(['AccessDenied', 'PayloadTooLarge', 'UnsupportedMediaType'] as const),
    ...(['AuditLogBusy', 'StateUnavailable'] as const),
  ],
});
