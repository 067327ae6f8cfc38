import { type PolicyDocument, parsePolicy } from '@stowage/domain/policy';
import { type Codec, type Documents, DurableMap } from '../documents/durable-map.ts';
import type { Parentage } from './external-identity.ts';

/** Temporary credentials that were issued. Their tokens hold everything else. */
export interface IssuedSession extends Parentage {
  readonly accessKey: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** A type by which the owner can revoke several sessions together. */
  readonly revokeType?: string;
  readonly policy?: PolicyDocument;
}

/** Sessions issued up to these times, in milliseconds since the epoch, are invalid. */
interface Revocation {
  readonly all: number;
  readonly byType: Readonly<Record<string, number>>;
}

/** A parent may have more valid sessions, but the oldest are not listed. */
const MAX_LISTED = 1000;
/** Beyond this number of types, a revocation ends all sessions of the parent. */
const MAX_TYPES = 100;
const CLEAN_EVERY_MS = 60_000;

const SESSIONS: Codec<IssuedSession> = {
  encode: ({ accessKey: _, ...rest }) => JSON.stringify(rest),
  decode: (text, name) => {
    const { policy, ...rest } = JSON.parse(text);
    const parsed = policy === undefined ? {} : { policy: parsePolicy(JSON.stringify(policy)) };
    return { ...rest, ...parsed, accessKey: name };
  },
};

const REVOCATIONS: Codec<Revocation> = {
  encode: (revocation) => JSON.stringify(revocation),
  decode: (text) => JSON.parse(text),
};

/** Tracks issued and revoked sessions. */
export class SessionRegistry {
  readonly #sessions: DurableMap<IssuedSession>;
  readonly #revocations: DurableMap<Revocation>;
  #cleanedAt = 0;

  constructor(engine: Documents) {
    this.#sessions = new DurableMap(engine, 'session', SESSIONS);
    this.#revocations = new DurableMap(engine, 'revocation', REVOCATIONS);
  }

  reload(): void {
    this.#sessions.reload();
    this.#revocations.reload();
  }

  /** Returns a session that is still valid. */
  get(accessKey: string): IssuedSession | undefined {
    const session = this.#sessions.get(accessKey);
    return session !== undefined && this.#counts(session) ? session : undefined;
  }

  /** Returns all sessions that are still valid. */
  all(): readonly IssuedSession[] {
    return [...this.#sessions.values()].filter((session) => this.#counts(session));
  }

  /** Returns the valid sessions of a user or root, oldest first. */
  of(parent: string): readonly IssuedSession[] {
    return [...this.#sessions.values()]
      .filter((session) => session.parent === parent && this.#counts(session))
      .sort((a, b) => a.issuedAt - b.issuedAt);
  }

  async add(session: IssuedSession): Promise<void> {
    const now = Date.now();
    if (now - this.#cleanedAt > CLEAN_EVERY_MS) {
      this.#cleanedAt = now;
      await this.#clean();
    }
    const others = this.of(session.parent);
    await this.#remove(others.slice(0, Math.max(others.length + 1 - MAX_LISTED, 0)));
    await this.#sessions.put(session.accessKey, session);
  }

  /**
   * Returns the start time for a new session of this kind: later than any revocation, whatever the
   * clock says.
   */
  beginning(of: Pick<IssuedSession, 'parent' | 'revokeType'>): number {
    return Math.max(Date.now(), this.#revokedUpTo(of) + 1);
  }

  /** Revokes the sessions of a parent, all or those of a type. */
  async revoke(parent: string, type?: string): Promise<void> {
    const { all, byType } = this.#revocations.get(parent) ?? { all: 0, byType: {} };
    // The clock may have been set back: sessions with a later issue time must be revoked as well.
    const given = this.of(parent).map(({ issuedAt }) => issuedAt);
    const now = Math.max(Date.now(), all, ...Object.values(byType), ...given);
    const types = { ...byType, ...(type === undefined ? {} : { [type]: now }) };
    const whole = type === undefined || Object.keys(types).length > MAX_TYPES;
    await this.#revocations.put(parent, whole ? { all: now, byType: {} } : { all, byType: types });
    await this.#clean();
  }

  isRevoked(session: Omit<IssuedSession, 'accessKey'>): boolean {
    return session.issuedAt <= this.#revokedUpTo(session);
  }

  #revokedUpTo({ parent, revokeType }: Pick<IssuedSession, 'parent' | 'revokeType'>): number {
    const { all, byType } = this.#revocations.get(parent) ?? { all: 0, byType: {} };
    const ofType =
      revokeType !== undefined && Object.hasOwn(byType, revokeType) ? byType[revokeType] : 0;
    return Math.max(all, ofType ?? 0);
  }

  /** Forgets the sessions of a removed parent. */
  async forget(parent: string): Promise<void> {
    await this.#remove(this.of(parent));
    await this.#revocations.remove(parent);
  }

  #counts(session: IssuedSession): boolean {
    return session.expiresAt > Date.now() && !this.isRevoked(session);
  }

  async #clean(): Promise<void> {
    const ended = [...this.#sessions.values()].filter((session) => !this.#counts(session));
    await this.#remove(ended.slice(0, MAX_LISTED));
  }

  /** Removed concurrently, so that they share the engine's writes. */
  async #remove(sessions: readonly IssuedSession[]): Promise<void> {
    await Promise.all(sessions.map(({ accessKey }) => this.#sessions.remove(accessKey)));
  }
}
