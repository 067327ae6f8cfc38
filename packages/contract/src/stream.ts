import type { z } from 'zod';
import type { Permission } from './endpoint.ts';

const TOKEN_PROTOCOL = 'token.';

/** The subprotocol of the console's streams. */
export const STREAM_PROTOCOL = 'stowage';

/** Where the paths of the streams begin. */
export const STREAM_PREFIX = '/ws';

/**
 * A stream of messages from the server over a WebSocket: written once, served by the server,
 * opened by the browser. `path` is relative to /ws and has its parameters in braces. Each message
 * is JSON in a text frame of its own; a client that offers `STREAM_PROTOCOL` may get several in one
 * frame, one a line. A `Gap` may stand between them.
 */
export interface StreamEndpoint {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: Exclude<Permission, { readonly by: 'anyone' }>;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly message: z.ZodObject;
  /** The browser says 'ok' when it has connected, and not every ten seconds. */
  readonly signOfLife?: 'once';
}

/** Declares a stream and keeps its exact type. */
export function stream<const S extends StreamEndpoint>(definition: S): S {
  return definition;
}

/**
 * The subprotocols that a browser offers: pages can add no header to a handshake, but name these.
 * The second shows the token of the session, as `x-stowage-token` does for calls; the server
 * chooses the first.
 */
export function streamProtocols(token: string): string[] {
  return [STREAM_PROTOCOL, TOKEN_PROTOCOL + token];
}

/** The token among the subprotocols of a handshake, as its header has them. */
export function tokenOfProtocols(header: string): string | undefined {
  const offered = header.split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
}

/** What a stream sends. */
export type StreamMessage<S extends StreamEndpoint> = z.output<S['message']>;

/** Stands where messages were left out because a reader on their way was too slow. */
export interface Gap {
  /** How many. */
  readonly missed: number;
}

/** Whether what a stream has sent is a gap and no message. */
export function isGap(sent: object): sent is Gap {
  return 'missed' in sent;
}

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
