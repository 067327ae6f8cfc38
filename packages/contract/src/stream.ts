import { z } from 'zod';
import type { HandlerInput, Permission } from './endpoint.ts';

/** Where the paths of the streams begin. */
export const STREAM_PREFIX = '/ws';

/**
 * A stream of messages from the server over a WebSocket: written once, served by the server,
 * opened by the browser. `path` is relative to /ws and has its parameters in braces. Each message
 * is JSON in a text frame of its own. A `Gap` may stand between them.
 */
export interface StreamEndpoint {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: Exclude<Permission, { readonly by: 'anyone' }>;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly message: z.ZodObject;
}

/** Declares a stream and keeps its exact type. */
export function stream<const S extends StreamEndpoint>(definition: S): S {
  return definition;
}

/** The part of a stream that its input consists of, checked. */
export type StreamInput<S extends StreamEndpoint> = Pick<
  HandlerInput<S & { method: 'GET'; response: null; status: 101; errors: [] }>,
  'params' | 'query'
>;

/** What a stream sends. */
export type StreamMessage<S extends StreamEndpoint> = z.output<S['message']>;

/** Stands where messages were left out because the reader was too slow. */
export const Gap = z.object({ missed: z.int().positive() });

/**
 * Why a socket was closed (RFC 6455, section 7.4). The reason is a code of the error table where
 * the server closes with `refused` or `failed`.
 */
export const CLOSE = {
  /** The stream is over, or the browser has seen enough. */
  done: 1000,
  /** The console stops or starts again. */
  restarting: 1001,
  /** The session has ended, or the storage server does not allow it. */
  refused: 1008,
  failed: 1011,
} as const;
