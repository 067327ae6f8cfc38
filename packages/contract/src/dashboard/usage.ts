import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { z } from '../zod.ts';
import { Point, RANGE_FIELDS } from './time-range.ts';

/** Buckets of whose usage the course is told. */
export const MAX_LISTED_BUCKETS = 100;

const errors = [...storageErrors, 'InvalidInput', 'NotSupported', 'MetricsUnavailable'] as const;

/** What a bucket held over a time. */
export const BucketGrowth = z.object({
  bucket: z.string(),
  /** Bytes now, all versions, as the storage server last counted them. */
  size: z.number(),
  objects: z.int(),
  /** Bytes by which it grew in the range, or shrank; of what is known of it. */
  growth: z.number(),
  /** Bytes over time; empty where nothing was kept of it yet. */
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
    /** Points of each bucket at most. */
    points: z.coerce.number().int().min(2).max(1000).default(60),
  }),
  response: z.object({
    /** Seconds since 1970. */
    start: z.number(),
    end: z.number(),
    /** ISO 8601: when the storage server last counted; absent where it does not tell. */
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
    /** How much of the past the growth is taken from. */
    weeks: z.coerce.number().int().min(1).max(12).default(4),
  }),
  response: z.object({
    /** Bytes that can be stored in all, copies and parity taken off. */
    capacity: z.number(),
    /** Bytes of it in use now. */
    used: z.number(),
    /** Used bytes over the weeks, at most 400 points. */
    history: z.array(Point),
    /** Absent with less than two days of history, or where the values cannot make a line. */
    growth: z
      .object({
        /** Bytes a day; below 0 when it shrinks. Nineteen times in twenty between low and high. */
        perDay: z.number(),
        low: z.number(),
        high: z.number(),
      })
      .optional(),
    /**
     * The line from now on: time, and the bytes that are expected then, at least and at most. It ends
     * when the space does, or after two years.
     */
    line: z.array(
      z.object({ at: z.number(), used: z.number(), low: z.number(), high: z.number() }),
    ),
    /**
     * When the space ends, in seconds since 1970: expected, at the earliest, at the latest. One that is
     * more than two years away, or never comes, is absent.
     */
    fullAt: z.number().optional(),
    earliest: z.number().optional(),
    latest: z.number().optional(),
  }),
  status: 200,
  errors,
});

/** How many objects belong to a class of sizes, or of versions. */
const HistogramClass = z.object({
  /** As the storage server names it, such as 'BETWEEN_1_MB_AND_10_MB'. */
  range: z.string(),
  /** Bytes or versions, from … on, below …; `below` is absent for the last class. */
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
    /** Of this bucket alone. */
    bucket: z.string().min(1).max(255).optional(),
  }),
  response: z.object({
    /** ISO 8601: when the storage server last counted; absent where it does not tell. */
    countedAt: z.string().optional(),
    /** Seven classes: to 1024 B, 1 MB, 10 MB, 64 MB, 128 MB, 512 MB, and above. */
    sizes: z.array(HistogramClass),
    /** By how many versions an object has; empty where the storage server does not count them. */
    versions: z.array(HistogramClass),
  }),
  status: 200,
  errors: [...errors, 'BucketNotFound'],
});
