import { endpoint, storage } from '../endpoint.ts';
import { storageErrors } from '../storage-errors.ts';
import { stream } from '../stream.ts';
import { z } from '../zod.ts';

const permission = storage('admin:OBDInfo');

/** The available measurements. */
export const SPEED_TESTS = ['drive', 'network', 'object'] as const;

const ObjectSpeed = z.object({
  /** Bytes per second. */
  throughput: z.number(),
  objectsPerSecond: z.number(),
  /** Milliseconds; 0 if the server does not report it. */
  p50: z.number(),
  p99: z.number(),
});

/** Result of a speed test. Speeds are in bytes per second. */
export const SpeedResult = z.object({
  /** ISO 8601 */
  at: z.string(),
  kind: z.enum(SPEED_TESTS),
  /** The account that started it. */
  account: z.string(),
  drives: z
    .array(
      z.object({
        ...{ endpoint: z.string(), path: z.string(), error: z.string() },
        ...{ read: z.number(), write: z.number() },
      }),
    )
    .optional(),
  network: z
    .array(
      z.object({
        ...{ endpoint: z.string(), error: z.string() },
        ...{ sent: z.number(), received: z.number() },
      }),
    )
    .optional(),
  objects: z
    .object({
      ...{ servers: z.int(), drives: z.int(), concurrency: z.int() },
      /** Object size in bytes. */
      size: z.number(),
      put: ObjectSpeed,
      get: ObjectSpeed,
    })
    .optional(),
});
export type SpeedResult = z.infer<typeof SpeedResult>;

/** Progress, and finally the result of a test; no result if there is nothing to measure. */
export const SpeedMessage = z.object({
  finished: z.boolean(),
  result: SpeedResult.optional(),
});
export type SpeedMessage = z.infer<typeof SpeedMessage>;

export const speedTest = stream({
  id: 'tools.speedTest',
  path: '/speed-test/{kind}',
  summary: 'Measures drives, the network between the servers, or objects; ends with the socket',
  permission,
  params: z.object({ kind: z.enum(SPEED_TESTS) }),
  message: SpeedMessage,
});

const errors = [...storageErrors, 'NotSupported'] as const;

export const listSpeedTests = endpoint({
  id: 'tools.speedTests',
  method: 'GET',
  path: '/admin/speed-tests',
  summary: 'Results of speed tests of this storage server, the newest first; the last 100',
  permission,
  response: z.object({ results: z.array(SpeedResult) }),
  status: 200,
  errors,
});
