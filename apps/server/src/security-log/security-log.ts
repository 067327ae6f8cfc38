import type {
  RecordSecurityEvent,
  SecurityEventStore,
  StoredSecurityEvent,
} from './security-event.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
/** Each kind has a bound of its own: a flood of failed logins pushes nothing else out. */
const KEPT_PER_EVENT = 5000;
const PRUNE_EVERY = 200;
/** Names that were typed in at the login are as long as somebody likes. */
const MAX_TEXT = 128;

/** Notes security events as lines of the log and in the store. */
export interface SecurityLog {
  readonly record: RecordSecurityEvent;
  /** Drops what is too old or too much. */
  prune(): Promise<void>;
}

export interface SecurityLogOptions {
  /** Names the storage server of the console. */
  readonly server: string;
  readonly store: SecurityEventStore;
  /** Writes a structured line. */
  readonly write: (event: Omit<StoredSecurityEvent, 'at'>) => void;
  /** Told about an event that could not be stored. */
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** The security log on a store and a log. */
export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { server, store, write, onFailure, now = Date.now } = options;
  let untilPrune = PRUNE_EVERY;
  const prune = () => store.prune(now() - KEPT_MS, KEPT_PER_EVENT);

  async function keep(event: StoredSecurityEvent): Promise<void> {
    await store.append(event, server);
    untilPrune -= 1;
    if (untilPrune > 0) return;
    untilPrune = PRUNE_EVERY;
    await prune();
  }

  return {
    prune,
    record({ event, account, address = '', reason = '' }) {
      // What is typed in may be anything; databases and readers of lines take no control characters.
      const name = account.slice(0, MAX_TEXT).replace(/\p{Cc}/gu, '\ufffd');
      const line = { event, account: name, address, reason };
      write(line);
      keep({ ...line, at: now() }).catch(onFailure);
    },
  };
}
