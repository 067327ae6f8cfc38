/** A copy and its verified state. */
export interface DamageLine {
  readonly kind: 'damage';
  /** The log segment, or the bucket and key of a content. */
  readonly what: string;
  /** The file, or where it should be. */
  readonly path: string;
  readonly state: 'missing' | 'damaged';
  /** For a segment: how many of its records are not whole, and the offset of the first. */
  readonly records?: number;
  readonly offset?: number;
}

/** Data without a good copy on any readable drive. */
export interface LostLine {
  readonly kind: 'lost';
  readonly what: string;
  /** Whether a drive that may have it is away. */
  readonly canReturn: boolean;
  /** For the log: what was stored there, and the byte range. */
  readonly records?: readonly string[];
  readonly from?: number;
  readonly to?: number;
}

/** A line of a verification report. */
export type VerifyLine =
  | DamageLine
  | LostLine
  | { readonly kind: 'away'; readonly drive: string; readonly reason: string }
  /** A disagreement between index and log. */
  | { readonly kind: 'wrong'; readonly text: string }
  | ({ readonly kind: 'progress' } & VerifyCounts)
  | ({ readonly kind: 'end'; readonly ok: boolean } & VerifyCounts);

export interface VerifyCounts {
  readonly segments: number;
  readonly records: number;
  readonly contents: number;
  /** Copies read. */
  readonly copies: number;
  readonly bytes: number;
  readonly damaged: number;
  readonly lost: number;
  /** Copies on drives that are away. */
  readonly away: number;
  readonly wrong: number;
}

export interface VerifyOptions {
  /** Whether nothing else is using the store, so that the index can be compared with the log. */
  readonly isQuiet: boolean;
  /** Called after each read with the number of bytes; the next read waits for its promise. */
  readonly onRead?: (bytes: number) => Promise<void>;
}
