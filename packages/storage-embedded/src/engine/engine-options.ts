import type { ScrubPace } from './store-health.ts';

export interface EngineOptions {
  /** Directory of the index and the store's own keys. */
  readonly dataDir: string;
  /** One directory per drive; a single drive keeps one copy and counts as a single-disk setup. */
  readonly drives: readonly string[];
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
  /** Current age limit, in milliseconds, after which an incomplete upload is aborted. */
  readonly uploadMaxAge?: () => number | undefined;
  /** Current pace of the scrub; undefined disables it. */
  readonly scrub?: () => ScrubPace | undefined;
  /** Disables background work: problems that are found are left as they are. */
  readonly isIdle?: boolean;
}
