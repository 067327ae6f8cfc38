import type { Readable } from 'node:stream';

/** A response that has not been sent yet. */
export interface Reply {
  readonly status: number;
  /** Names and values alternating; Content-Length is added unless the body is a stream. */
  readonly headers: readonly string[];
  /** If it is a stream, the headers must include its length. */
  readonly body?: string | Uint8Array | Readable;
  /**
   * The response stays open for as long as the client likes and does not count as a running
   * request.
   */
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
