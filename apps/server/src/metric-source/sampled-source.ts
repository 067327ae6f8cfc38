import { randomUUID } from 'node:crypto';
import { createHistory, RESOLUTIONS, type SampleStore } from '@stowage/metrics/history';
import { MetricSourceError } from '@stowage/metrics/query';
import { createSampler, type ReadPage, type SamplerState } from '@stowage/metrics/sampler';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { Session, SessionCredentials } from '../sessions/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { LeaseStore } from '../state/lease-store.ts';
import { hasCode } from '../upstream/has-code.ts';
import type { StorageServer } from '../upstream/storage-server.ts';
import type { MetricSource, SourceStatus } from './metric-source.ts';

export interface SampledSourceOptions {
  readonly store: SampleStore;
  readonly leases: Pick<LeaseStore, 'take' | 'release'>;
  readonly server: Pick<StorageServer, 'name' | 'host' | 'clientsWith'>;
  readonly sessions: Pick<Sessions, 'ofKey'>;
  /** Credentials for reading metrics; without them those of open sessions are used. */
  readonly keys?: { readonly accessKey: string; readonly secretKey: string } | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Longer than a sample takes, so that the same console keeps sampling. */
const LEASE_MS = 40_000;
/** Sessions whose credentials are tried in turn. */
const MAX_LENT = 5;
/** How long another console's samples count as recent. */
const FRESH_MS = 60_000;

/** A source that takes samples. */
export interface SampledSource extends MetricSource {
  /** Takes a sample immediately. */
  sample(): Promise<void>;
}

/** Has the console read and store the storage server's metrics itself. */
export function sampledSource(options: SampledSourceOptions): SampledSource {
  const { store, leases, server, now } = options;
  const holder = randomUUID();
  const lease = `metrics\n${server.name}`;
  const lent = new LentSessions(options);
  const seconds = () => now() / 1000;
  const history = createHistory(store, seconds);
  const sampler = createSampler({
    history,
    now: seconds,
    isMine: () => leases.take(lease, holder, LEASE_MS),
    async reader() {
      if (server.host() === undefined) return 'starting';
      if (options.keys) return pagesWith(server, { ...forever, ...options.keys });
      const first = await lent.first();
      return first && pagesWith(server, first.credentials, () => lent.drop(first.key));
    },
    onFailure: options.onFailure,
  });

  /** The first sample with a lent session, while it is being taken. */
  let beginning: Promise<void> | undefined;
  const lastSampleAt = async () => {
    const last = await history.last();
    return last === undefined ? undefined : last * 1000;
  };

  return {
    run: history.run,
    sample: sampler.sample,
    isAvailable: () => sampler.state().state !== 'unsupported',
    lend(session) {
      if (options.keys || session.audience.server !== server.name) return;
      lent.add(session.key);
      if (sampler.state().state !== 'waiting') return;
      const first = sampler.sample().finally(() => {
        if (beginning === first) beginning = undefined;
      });
      beginning = first;
    },
    lastSampleAt,
    begin: () => history.first(),
    async status() {
      const waits = sampler.state().state === 'waiting' && beginning !== undefined;
      const state: SamplerState = waits ? { state: 'starting' } : sampler.state();
      const [since, last] = await Promise.all([history.first(), lastSampleAt()]);
      return {
        kind: 'sampler',
        ...present(state, last === undefined ? undefined : now() - last),
        ...(last !== undefined && { lastSampleAt: last }),
        ...(since !== undefined && { since: since * 1000 }),
        resolutions: RESOLUTIONS,
      };
    },
    start: sampler.start,
    async stop() {
      await sampler.stop();
      await leases.release(lease, holder).catch(() => undefined);
    },
  };
}

const forever = { source: 'keys', expiresAt: Number.POSITIVE_INFINITY } as const;

/** If another console samples, its samples show the state. */
function present(
  { state, problem }: SamplerState,
  age: number | undefined,
): Pick<SourceStatus, 'state' | 'problem'> {
  const isFresh = age !== undefined && age < FRESH_MS;
  if (state === 'elsewhere') return { state: isFresh ? 'ok' : 'starting' };
  if (state === 'waiting' && isFresh) return { state: 'ok' };
  return { state, ...(problem && { problem }) };
}

function pagesWith(
  server: SampledSourceOptions['server'],
  credentials: SessionCredentials,
  onDenied: () => void = () => undefined,
): ReadPage {
  return async (page, signal) => {
    try {
      return await server.clientsWith(credentials).admin.metricPage({ page, signal });
    } catch (error) {
      if (error instanceof StorageRequestError && (error.status === 401 || error.status === 403)) {
        onDenied();
        const message = 'The storage server does not let these keys read its metrics.';
        throw new MetricSourceError('denied', message, { cause: error });
      }
      if (hasCode(error, 'InvalidResponse')) {
        throw new MetricSourceError('invalid', 'The metrics cannot be read.', { cause: error });
      }
      const message = 'The storage server does not answer.';
      throw new MetricSourceError('unreachable', message, { cause: error });
    }
  };
}

/** Sessions that may read metrics, each used while it is open. */
class LentSessions {
  readonly #sessions: SampledSourceOptions['sessions'];
  #keys: readonly string[] = [];

  constructor({ sessions }: Pick<SampledSourceOptions, 'sessions'>) {
    this.#sessions = sessions;
  }

  add(key: string): void {
    if (!this.#keys.includes(key)) this.#keys = [...this.#keys, key].slice(-MAX_LENT);
  }

  /** The first session that is still open. */
  async first(): Promise<Pick<Session, 'key' | 'credentials'> | undefined> {
    for (const key of this.#keys) {
      const session = await this.#sessions.ofKey(key);
      if (session) return { key, credentials: session.credentials };
      this.drop(key);
    }
    return undefined;
  }

  /**
   * The next one is tried; this one only after it is lent again. Several pages may reject a session
   * at the same time.
   */
  drop(key: string): void {
    this.#keys = this.#keys.filter((other) => other !== key);
  }
}
