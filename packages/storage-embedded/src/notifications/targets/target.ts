import type { EventRecord } from '../event-record.ts';

/** A recipient of events. */
export interface Target {
  /**
   * Delivers one event. Deliveries can be concurrent, but never two of the same object.
   *
   * @throws Error unless the event is known to have arrived
   */
  send(record: EventRecord): Promise<void>;
  /**
   * Checks the target.
   *
   * @throws Error if it cannot be reached or rejects the credentials; the message contains no
   *    secrets
   */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Which events are kept: the latest of each object, or all. */
export type TargetFormat = 'namespace' | 'access';

/** Connection timeout in milliseconds. */
export const CONNECT_MS = 5000;
/** Timeout for the delivery of an event, in milliseconds. */
export const SEND_MS = 10_000;

/** Describes briefly what went wrong with a target. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return describeFailure(error.errors[0]);
  }
  return error instanceof Error ? error.message || error.name : String(error);
}
