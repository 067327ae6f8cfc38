import type { ScrubPace } from './store-health.ts';

export interface EngineOptions {
  /** Directory of the index and of the store's own keys. */
  readonly dataDir: string;
  /** One directory a drive; a single one keeps one copy and counts as a single-disk setup. */
  readonly drives: readonly string[];
  readonly log?: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
  /** Milliseconds after which an upload that was not ended is dropped, as it is set now. */
  readonly uploadMaxAge?: () => number | undefined;
  /** How all copies are read from time to time, as it is set now; undefined when not at all. */
  readonly scrub?: () => ScrubPace | undefined;
  /** Nothing is done in the background: what is found is left as it is. */
  readonly isIdle?: boolean;
}
