import type { SecurityEventName } from '@stowage/contract/security-log';

export interface SecurityEvent {
  readonly event: SecurityEventName;
  readonly account: string;
  /** The client's address; '' if there is none. */
  readonly address: string;
  readonly reason: string;
}

/** Records an event; never throws. */
export type RecordSecurityEvent = (
  event: Pick<SecurityEvent, 'event' | 'account'> & Partial<SecurityEvent>,
) => void;

export interface StoredSecurityEvent extends SecurityEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The events to look for. */
export interface SecuritySearch {
  /** The console's storage server: others may store their events in the same database. */
  readonly server: string;
  /** Part of the account's name, case-insensitive. */
  readonly account?: string | undefined;
  readonly event?: SecurityEventName | undefined;
  /** The id of an event: returns only older ones. */
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface FoundSecurityEvent extends StoredSecurityEvent {
  readonly id: number;
}

/** Stores security events. */
export interface SecurityEventStore {
  /** @param server the storage server concerned */
  append(event: StoredSecurityEvent, server?: string): Promise<void>;
  /** Returns the newest events, newest first. */
  latest(limit: number): Promise<readonly StoredSecurityEvent[]>;
  /** Returns the newest matching events, newest first. */
  search(search: SecuritySearch): Promise<readonly FoundSecurityEvent[]>;
  /** Drops events older than this, and those of each kind beyond this number. */
  prune(notBefore: number, perEvent: number): Promise<void>;
}
