import type {
  RecordSecurityEvent,
  SecurityEventStore,
  StoredSecurityEvent,
} from './security-event.ts';

const KEPT_MS = 90 * 24 * 3_600_000;
/** Each kind has its own limit: a flood of failed logins does not push out other events. */
const KEPT_PER_EVENT = 5000;
const PRUNE_EVERY = 200;
/** Names entered at the login may be of any length. */
const MAX_TEXT = 128;

/** Records security events in the log and in the store. */
export interface SecurityLog {
  readonly record: RecordSecurityEvent;
  /** Drops events that are too old or too many. */
  prune(): Promise<void>;
}

export interface SecurityLogOptions {
  /** The console's storage server. */
  readonly server: string;
  readonly store: SecurityEventStore;
  /** Writes a structured line. */
  readonly write: (event: Omit<StoredSecurityEvent, 'at'>) => void;
  /** Called with an event that could not be stored. */
  readonly onFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** Creates the security log on a store and a log. */
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
      // User input may contain anything; databases and line-based readers do not accept control
      // characters.
      const name = account.slice(0, MAX_TEXT).replace(/\p{Cc}/gu, '\ufffd');
      const line = { event, account: name, address, reason };
      write(line);
      keep({ ...line, at: now() }).catch(onFailure);
    },
  };
}
