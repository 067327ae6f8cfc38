import type { SecurityEventName } from '@stowage/contract/security-log';

export interface SecurityEvent {
  readonly event: SecurityEventName;
  readonly account: string;
  /** Where it came from; '' where nobody asked for it. */
  readonly address: string;
  readonly reason: string;
}

/** Takes what happened; never fails its caller. */
export type RecordSecurityEvent = (
  event: Pick<SecurityEvent, 'event' | 'account'> & Partial<SecurityEvent>,
) => void;

export interface StoredSecurityEvent extends SecurityEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Which events are looked for. */
export interface SecuritySearch {
  /** Names the storage server of the console: others may keep their events in the same database. */
  readonly server: string;
  /** A part of the account's name, in whatever case. */
  readonly account?: string | undefined;
  readonly event?: SecurityEventName | undefined;
  /** The id of an event: only older ones. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface FoundSecurityEvent extends StoredSecurityEvent {
  readonly id: number;
}

/** Where security events are kept. */
export interface SecurityEventStore {
  /** @param server names the storage server at which it happened */
  append(event: StoredSecurityEvent, server?: string): Promise<void>;
  /** The newest events, newest first. */
  latest(limit: number): Promise<readonly StoredSecurityEvent[]>;
  /** The newest that fit, newest first. */
  search(search: SecuritySearch): Promise<readonly FoundSecurityEvent[]>;
  /** Keeps what is not older than this, and of each kind of event no more than so many. */
  prune(notBefore: number, perEvent: number): Promise<void>;
}
