/**
 * What is worth knowing afterwards about who came in. The names are stable: people
 * search for them. A revoked session was ended by its owner from elsewhere, an
 * expired one had its time, an ended one the console closed for the `reason`. A
 * refused password is a wrong present one, given to change it.
 */
export const SECURITY_EVENTS = [
  'login.succeeded',
  'login.failed',
  'logout',
  'session.revoked',
  'session.expired',
  'session.ended',
  'password.changed',
  'password.refused',
] as const;
export type SecurityEventName = (typeof SECURITY_EVENTS)[number];

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

/** Where security events are kept. */
export interface SecurityEventStore {
  append(event: StoredSecurityEvent): Promise<void>;
  /** The newest events, newest first. */
  latest(limit: number): Promise<readonly StoredSecurityEvent[]>;
  /** Keeps what is not older than this, and of each kind of event no more than so many. */
  prune(notBefore: number, perEvent: number): Promise<void>;
}
