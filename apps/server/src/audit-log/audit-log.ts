import type { AuditRecord } from './audit-record.ts';

/** The criteria of a search; texts are patterns (pattern.ts), '' for any value. */
export interface AuditFilter {
  readonly api: string;
  readonly bucket: string;
  readonly object: string;
  readonly requestId: string;
  readonly userAgent: string;
  /** Excludes calls with exactly this user agent. */
  readonly exceptUserAgent?: string | undefined;
  /** The status text or number. */
  readonly status: string;
  /** The access key, or the user whose permissions it has. */
  readonly account: string;
}

/** Milliseconds since the epoch; `to` is exclusive. */
export interface AuditRange {
  readonly from: number;
  readonly to: number;
}

export interface AuditSearch extends AuditRange {
  readonly filter: AuditFilter;
  readonly newestFirst: boolean;
  /** Continues after the record with this id. */
  readonly after?: string;
  /** How many records to skip. */
  readonly skip: number;
  readonly limit: number;
}

export interface AuditPage {
  readonly records: readonly (AuditRecord & { readonly id: string })[];
  /**
   * Set when the search ran out of time before the end of the range: the id after which to
   * continue, and its time (milliseconds since the epoch).
   */
  readonly reached?: { readonly id: string; readonly time: number };
}

/** The number of calls, and how many of them failed. */
export interface AuditCount {
  readonly calls: number;
  readonly errors: number;
}

export type AuditTop = readonly (AuditCount & { readonly name: string })[];

/** What happened in a range; object names are not included. */
export interface AuditSummary {
  /** The length of a slot in milliseconds. */
  readonly step: number;
  readonly slots: readonly (AuditCount & { readonly time: number })[];
  readonly apis: AuditTop;
  readonly buckets: AuditTop;
  readonly accounts: AuditTop;
  readonly statuses: AuditTop;
}

/** The log as a whole. */
export interface AuditHoldings {
  readonly records: number;
  readonly bytes: number;
  /** Milliseconds since the epoch; absent while the log is empty. */
  readonly oldest?: number;
  readonly newest?: number;
}

/** The result of an append. A record that is already known is kept once. */
export interface Appended {
  /** Items that were not entries, or were too old or too far in the future to keep. */
  readonly refused: number;
}

export interface Retention {
  readonly days: number;
  readonly bytes: number;
}

/** Stores the calls that a storage server reports. */
export interface AuditLog {
  /** Resolves once the contents of the delivery would survive a crash. */
  append(delivery: Buffer): Promise<Appended>;
  search(search: AuditSearch): Promise<AuditPage>;
  /** The filter's object and request are ignored. */
  summary(range: AuditRange, filter: AuditFilter): Promise<AuditSummary>;
  holdings(): Promise<AuditHoldings>;
  /** Deletes records beyond the retention limits, oldest first. */
  prune(): Promise<void>;
  close(): Promise<void>;
}
