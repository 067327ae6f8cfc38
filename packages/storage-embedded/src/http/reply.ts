import type { Readable } from 'node:stream';

/** An answer before it is sent. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn; Content-Length is added for bodies that are not streams. */
  readonly headers: readonly string[];
  /** A stream's length must be among the headers. */
  readonly body?: string | Uint8Array | Readable;
  /** It stays open for as long as the client likes, and does not count as a request under way. */
  readonly lasting?: boolean;
}

const EMPTY_HEADERS: readonly string[] = [];

export function emptyReply(status = 200, headers: readonly string[] = EMPTY_HEADERS): Reply {
  return { status, headers };
}

export function xmlReply(body: string, headers: readonly string[] = EMPTY_HEADERS): Reply {
  return { status: 200, headers: ['Content-Type', 'application/xml', ...headers], body };
}

export function jsonReply(value: unknown, status = 200): Reply {
  return { status, headers: ['Content-Type', 'application/json'], body: JSON.stringify(value) };
}
