import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import { Point, RANGE_FIELDS } from './time-range.ts';

/** Maximum number of buckets with a usage history. */
export const MAX_LISTED_BUCKETS = 100;

const errors = [...storageErrors, 'InvalidInput', 'NotSupported', 'MetricsUnavailable'] as const;

/** The usage of a bucket over time. */
export const BucketGrowth = z.object({
  bucket: z.string(),
  /** Current bytes of all versions, from the storage server's last count. */
  size: z.number(),
  objects: z.int(),
  /** Growth in bytes over the known part of the range; negative if the bucket shrank. */
  growth: z.number(),
  /** Bytes over time; empty if nothing has been recorded yet. */
  values: z.array(Point),
});
export type BucketGrowth = z.infer<typeof BucketGrowth>;

export const getBucketGrowth = endpoint({
  id: 'dashboard.bucketGrowth',
  method: 'GET',
  path: '/metrics/buckets',
  summary: 'What each bucket holds over time, the one that grew most first',
  permission: storage('admin:DataUsageInfo'),
  query: z.object({
    ...RANGE_FIELDS,
    limit: z.coerce.number().int().min(1).max(MAX_LISTED_BUCKETS).default(10),
    /** Maximum number of points per bucket. */
    points: z.coerce.number().int().min(2).max(1000).default(60),
  }),
  response: z.object({
    /** Seconds since 1970. */
    start: z.number(),
    end: z.number(),
    /** Time of the storage server's last count, ISO 8601; absent if it does not report it. */
    countedAt: z.string().optional(),
    buckets: z.array(BucketGrowth),
    /** All buckets, listed or not. */
    total: z.int(),
  }),
  status: 200,
  errors,
});

export const getForecast = endpoint({
  id: 'dashboard.forecast',
  method: 'GET',
  path: '/metrics/forecast',
  summary: 'When the space ends, if usage keeps growing as in the last weeks',
  permission: storage('admin:ServerInfo'),
  query: z.object({
    /** The period from which growth is estimated. */
    weeks: z.coerce.number().int().min(1).max(12).default(4),
  }),
  response: z.object({
    /** Usable capacity in bytes, excluding redundancy. */
    capacity: z.number(),
    /** Bytes in use. */
    used: z.number(),
    /** Used bytes over those weeks, at most 400 points. */
    history: z.array(Point),
    /** Absent with less than two days of history, or if no line can be fitted. */
    growth: z
      .object({
        /** Bytes per day; negative if usage shrinks. `low` and `high` are the 95 % interval. */
        perDay: z.number(),
        low: z.number(),
        high: z.number(),
      })
      .optional(),
    /**
     * The forecast from the present on: time, and expected bytes with lower and upper bounds. It
     * ends when the capacity is exhausted, or after two years.
     */
    line: z.array(
      z.object({ at: z.number(), used: z.number(), low: z.number(), high: z.number() }),
    ),
    /**
     * When the capacity is exhausted, in seconds since 1970: expected, earliest, latest. A value is
     * absent if it is more than two years away or never occurs.
     */
    fullAt: z.number().optional(),
    earliest: z.number().optional(),
    latest: z.number().optional(),
  }),
  status: 200,
  errors,
});

/** Number of objects in a class of sizes or of version counts. */
const HistogramClass = z.object({
  /** The storage server's name for it, such as 'BETWEEN_1_MB_AND_10_MB'. */
  range: z.string(),
  /**
   * Bytes or versions, from `from` (inclusive) to `below` (exclusive); `below` is absent for the
   * last class.
   */
  from: z.number(),
  below: z.number().optional(),
  objects: z.int(),
});
export type HistogramClass = z.infer<typeof HistogramClass>;

export const getHistograms = endpoint({
  id: 'dashboard.histograms',
  method: 'GET',
  path: '/metrics/histograms',
  summary: 'How many objects have which size, and how many versions',
  permission: storage('admin:DataUsageInfo'),
  query: z.object({
    /** Restricts the answer to this bucket. */
    bucket: z.string().min(1).max(255).optional(),
  }),
  response: z.object({
    /** Time of the storage server's last count, ISO 8601; absent if it does not report it. */
    countedAt: z.string().optional(),
    /** Seven classes: up to 1024 B, 1 MB, 10 MB, 64 MB, 128 MB, 512 MB, and above. */
    sizes: z.array(HistogramClass),
    /** Objects by number of versions; empty if the storage server does not count them. */
    versions: z.array(HistogramClass),
  }),
  status: 200,
  errors: [...errors, 'BucketNotFound'],
});
