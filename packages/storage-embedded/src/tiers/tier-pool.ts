import { Readable } from 'node:stream';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ObjectTiering } from '../engine/tiering.ts';
import type { ByteRange } from '../engine/types.ts';
import { RemoteError } from '../replication/remote-connection.ts';
import { tierServer } from './open-tier.ts';
import type { Tier } from './tier.ts';
import type { TierList } from './tier-list.ts';
import type { TierServer } from './tier-server.ts';

const FIRST_REST_MS = 1000;
const MAX_REST_MS = 60_000;

/** The state of a tier after a failure. */
interface Problem {
  /** Milliseconds until the next attempt. */
  readonly rest: number;
  readonly until: number;
}

/** The connections to the tiers, with back-off for those that fail. */
export class TierPool {
  readonly #tiers: TierList;
  readonly #servers = new Map<string, TierServer>();
  /** Servers of changed or removed tiers, which finish their current calls. */
  readonly #retired = new Set<TierServer>();
  readonly #problems = new Map<string, Problem>();
  readonly #now: () => number;
  #closed = false;

  constructor(tiers: TierList, now: () => number = Date.now) {
    this.#tiers = tiers;
    this.#now = now;
  }

  /** Returns the server of a tier; undefined if the tier does not exist. */
  to(name: string): TierServer | undefined {
    const tier = this.#tiers.get(name);
    const known = this.#servers.get(name);
    if (known !== undefined && known.tier === tier) {
      return known;
    }
    this.forget(name);
    if (tier === undefined || this.#closed) {
      return undefined;
    }
    const server = tierServer(tier);
    this.#servers.set(name, server);
    return server;
  }

  /** Must be called after a tier was changed or removed. */
  forget(name: string): void {
    const server = this.#servers.get(name);
    this.#servers.delete(name);
    this.#problems.delete(name);
    if (server !== undefined) {
      this.#retired.add(server);
      const done = () => this.#retired.delete(server);
      // Fails if it is closed in the meantime.
      server.retire().then(done, done);
    }
  }

  /** Whether work for the tier has to wait after a recent failure. */
  isResting(name: string): boolean {
    const { until = 0, rest = 0 } = this.#problems.get(name) ?? {};
    const left = until - this.#now();
    // A longer wait than intended means that the clock was set back.
    return left > 0 && left <= rest;
  }

  /** Records the result of the last use of a tier. */
  note(name: string, error?: unknown): void {
    if (error === undefined) {
      this.#problems.delete(name);
    } else if (error instanceof RemoteError) {
      const former = this.#problems.get(name);
      if (!this.isResting(name)) {
        const rest = former ? Math.min(former.rest * 2, MAX_REST_MS) : FIRST_REST_MS;
        this.#problems.set(name, { rest, until: this.#now() + rest });
      }
    }
  }

  /** Streams an object's content from a tier. Fails with S3Errors. */
  read(tiering: ObjectTiering, range: ByteRange | undefined): Readable {
    return Readable.from(this.#pieces(tiering, range), { objectMode: false });
  }

  async *#pieces(
    { tier, key, version }: ObjectTiering,
    range: ByteRange | undefined,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const server = this.to(tier);
    if (server === undefined) {
      throw new S3Error('XMinioBackendDown', `There is no tier ${tier} any more: add it again.`);
    }
    try {
      yield* server.read(version === undefined ? { key } : { key, version }, range);
      this.note(tier);
    } catch (error) {
      if (error instanceof RemoteError && error.isOutage) {
        this.note(tier, error);
      }
      throw readError(server.tier, error);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const all = [...this.#servers.values(), ...this.#retired];
    await Promise.all(all.map((server) => server.close()));
    this.#servers.clear();
  }
}

/** Returns the client's error for an object that cannot be read from its tier. */
function readError({ name }: Pick<Tier, 'name'>, error: unknown): unknown {
  if (!(error instanceof RemoteError)) {
    return error;
  }
  const told = `${error.code}: ${error.message}`;
  return error.status === 404
    ? new S3Error('InternalError', `The tier ${name} does not have this content: ${told}`)
    : new S3Error('XMinioBackendDown', `The tier ${name} cannot be read now: ${told}`);
}
