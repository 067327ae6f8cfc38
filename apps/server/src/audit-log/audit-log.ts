import type { AuditRecord } from './audit-record.ts';

/** What a search looks for; texts are patterns (pattern.ts), '' for any value. */
export interface AuditFilter {
  readonly api: string;
  readonly bucket: string;
  readonly object: string;
  readonly requestId: string;
  readonly userAgent: string;
  /** Leaves out the calls with exactly this user agent. */
  readonly exceptUserAgent?: string | undefined;
  /** The text of the status, or its number. */
  readonly status: string;
  /** The access key, or the user whose rights it has. */
  readonly account: string;
}

/** Milliseconds since the epoch; `to` is not in it. */
export interface AuditRange {
  readonly from: number;
  readonly to: number;
}

export interface AuditSearch extends AuditRange {
  readonly filter: AuditFilter;
  readonly newestFirst: boolean;
  /** Continues behind the record of this id. */
  readonly after?: string;
  /** How many records are passed over. */
  readonly skip: number;
  readonly limit: number;
}

export interface AuditPage {
  readonly records: readonly (AuditRecord & { readonly id: string })[];
  /**
   * Where the search took too long to reach the end of the range: the id
   * behind which it goes on, and its time (milliseconds since the epoch).
   */
  readonly reached?: { readonly id: string; readonly time: number };
}

/** Calls and how many of them ended with an error. */
export interface AuditCount {
  readonly calls: number;
  readonly errors: number;
}

export type AuditTop = readonly (AuditCount & { readonly name: string })[];

/** What happened in a range, without its objects. */
export interface AuditSummary {
  /** Milliseconds that one slot covers. */
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
  /** Milliseconds since the epoch; absent while there is none. */
  readonly oldest?: number;
  readonly newest?: number;
}

/** What an append came to. A record that is known already is kept once. */
export interface Appended {
  /** What was no entry, or too old or too far in the future to be kept. */
  readonly refused: number;
}

export interface Retention {
  readonly days: number;
  readonly bytes: number;
}

/** Keeps the calls that a storage server reports. */
export interface AuditLog {
  /** Settles when what a delivery holds survives a crash. */
  append(delivery: Buffer): Promise<Appended>;
  search(search: AuditSearch): Promise<AuditPage>;
  /** Object and request of the filter are not looked at. */
  summary(range: AuditRange, filter: AuditFilter): Promise<AuditSummary>;
  holdings(): Promise<AuditHoldings>;
  /** Forgets what is too old or too much, the oldest first. */
  prune(): Promise<void>;
  close(): Promise<void>;
}
