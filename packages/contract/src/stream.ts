import type { z } from 'zod';
import type { Permission } from './endpoint.ts';

const TOKEN_PROTOCOL = 'token.';

/** The subprotocol of the console's streams. */
export const STREAM_PROTOCOL = 'stowage';

/** Path prefix of the streams. */
export const STREAM_PREFIX = '/ws';

/**
 * A stream of messages from the server over a WebSocket: defined once, then served by the server
 * and opened by the browser. `path` is relative to /ws, with its parameters in braces. Each message
 * is JSON in its own text frame; clients that offer `STREAM_PROTOCOL` may receive several per
 * frame, one per line. A `Gap` may appear between messages.
 */
export interface StreamEndpoint {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: Exclude<Permission, { readonly by: 'anyone' }>;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly message: z.ZodObject;
  /** The browser sends 'ok' once after connecting, not every ten seconds. */
  readonly signOfLife?: 'once';
}

/** Declares a stream, preserving its exact type. */
export function stream<const S extends StreamEndpoint>(definition: S): S {
  return definition;
}

/**
 * Returns the subprotocols that a browser offers: pages cannot add headers to a WebSocket
 * handshake, but can set these. The second carries the session token, as `x-stowage-token` does for
 * calls; the server selects the first.
 */
export function streamProtocols(token: string): string[] {
  return [STREAM_PROTOCOL, TOKEN_PROTOCOL + token];
}

/** Extracts the token from the subprotocol header of a handshake. */
export function tokenOfProtocols(header: string): string | undefined {
  const offered = header.split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
}

/** The message type of a stream. */
export type StreamMessage<S extends StreamEndpoint> = z.output<S['message']>;

/** Marks messages that were dropped because a reader was too slow. */
export interface Gap {
  /** Number of dropped messages. */
  readonly missed: number;
}

/** Whether a received value is a gap rather than a message. */
export function isGap(sent: object): sent is Gap {
  return 'missed' in sent;
}

/**
 * Why a socket was closed (RFC 6455, section 7.4). With `refused` and `failed` the reason is a code
 * of the error table.
 */
export const CLOSE = {
  /** The stream has ended, or the browser has closed it. */
  done: 1000,
  /** The console is stopping or restarting. */
  restarting: 1001,
  /** The session has ended, or the storage server denies access. */
  refused: 1008,
  failed: 1011,
} as const;
