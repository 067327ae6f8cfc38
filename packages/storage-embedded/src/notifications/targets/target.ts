import type { EventRecord } from '../event-record.ts';

/** Somebody to whom events are delivered. */
export interface Target {
  /**
   * Delivers one event. Several may be under way at a time, never two of the same object.
   *
   * @throws Error when it cannot be known that it has arrived
   */
  send(record: EventRecord): Promise<void>;
  /** @throws Error when it cannot be reached or does not accept us; its message holds no secret */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How events are kept: the last one of each object, or all of them. */
export type TargetFormat = 'namespace' | 'access';

/** Milliseconds for a connection. */
export const CONNECT_MS = 5000;
/** Milliseconds for the delivery of an event. */
export const SEND_MS = 10_000;

/** What went wrong with a target, in a few words. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return describeFailure(error.errors[0]);
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
