/** A copy of something, and how it was found to be. */
export interface DamageLine {
  readonly kind: 'damage';
  /** The segment of the log, or bucket and key of a content. */
  readonly what: string;
  /** The file, or where it should be. */
  readonly path: string;
  readonly state: 'missing' | 'damaged';
  /** Of a segment: how many records are not whole in it, and where the first of them is. */
  readonly records?: number;
  readonly offset?: number;
}

/** What is good on no drive that can be read. */
export interface LostLine {
  readonly kind: 'lost';
  readonly what: string;
  /** Whether a drive is away that may have it. */
  readonly canReturn: boolean;
  /** Of the log: what was kept there, and the bytes. */
  readonly records?: readonly string[];
  readonly from?: number;
  readonly to?: number;
}

/** A verification's report, line by line. */
export type VerifyLine =
  | DamageLine
  | LostLine
  | { readonly kind: 'away'; readonly drive: string; readonly reason: string }
  /** The index and the log do not agree. */
  | { readonly kind: 'wrong'; readonly text: string }
  | ({ readonly kind: 'progress' } & VerifyCounts)
  | ({ readonly kind: 'end'; readonly ok: boolean } & VerifyCounts);

export interface VerifyCounts {
  readonly segments: number;
  readonly records: number;
  readonly contents: number;
  /** Copies that were read. */
  readonly copies: number;
  readonly bytes: number;
  readonly damaged: number;
  readonly lost: number;
  /** Copies on drives that are away. */
  readonly away: number;
  readonly wrong: number;
}

export interface VerifyOptions {
  /** Nothing else uses the store: the index can be compared with the log. */
  readonly isQuiet: boolean;
  /** Told of bytes just read; what it gives is waited for. */
  readonly onRead?: (bytes: number) => Promise<void>;
}
