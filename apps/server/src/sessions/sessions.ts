import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Sealer } from '../state/sealer.ts';
import type { SessionStore, StoredSession } from '../state/session-store.ts';
import type { AssumeRole, LoginKeys, Session, SessionLimits } from './session.ts';

const COOKIE_BYTES = 32;
/** Writing the time of every request would be a write a request. */
const TOUCH_EVERY = 60_000;
/** Credentials are renewed when less than this part of their time is left. */
const RENEW_PART = 0.2;

const Sealed = z.object({
  keys: z.object({ accessKey: z.string(), secretKey: z.string() }),
  credentials: z.object({
    accessKey: z.string(),
    secretKey: z.string(),
    sessionToken: z.string(),
    expiresAt: z.number(),
  }),
  issuedAt: z.number(),
});
type Sealed = z.infer<typeof Sealed>;

/** What opening a session gives: the cookie's value, and an id for the browser that opens nothing. */
export interface OpenedSession {
  readonly cookie: string;
  readonly publicId: string;
  readonly session: Session;
}

/** The sessions of the console. */
export interface Sessions {
  readonly limits: SessionLimits;
  /** Logs in at the storage server and opens a session. Throws what `assumeRole` throws. */
  open(keys: LoginKeys): Promise<OpenedSession>;
  /** The session that a cookie opens, its credentials renewed where their end is near. */
  find(cookie: string): Promise<Session | undefined>;
  /** Ends the session that a cookie opens; nothing happens where there is none. */
  end(cookie: string): Promise<void>;
  /** Deletes what has ended. */
  sweep(): Promise<void>;
}

export interface SessionsOptions {
  readonly store: SessionStore;
  readonly sealer: Sealer;
  readonly assumeRole: AssumeRole;
  /** Whether an error of `assumeRole` says that the keys are no longer accepted. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly limits: SessionLimits;
  /** Told about a renewal that failed while the old credentials still hold. */
  readonly onRenewalFailure: (error: unknown) => void;
  readonly now?: () => number;
}

/** The store's key of a cookie: whoever reads the store cannot make the cookie from it. */
function sessionKey(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex');
}

/** Server-side sessions: the browser holds a random value, everything else is sealed in the store. */
export function createSessions(options: SessionsOptions): Sessions {
  const { store, sealer, assumeRole, limits, now = Date.now } = options;
  const renewals = new Map<string, Promise<Sealed | undefined>>();

  async function issue(keys: LoginKeys): Promise<Sealed> {
    const issuedAt = now();
    return { keys, credentials: await assumeRole(keys), issuedAt };
  }

  function unseal(stored: StoredSession): Sealed | undefined {
    const text = sealer.open(stored.sealed, stored.key);
    return text === undefined ? undefined : Sealed.parse(JSON.parse(text));
  }

  async function renew(stored: StoredSession, old: Sealed): Promise<Sealed | undefined> {
    try {
      const fresh = await issue(old.keys);
      const sealed = sealer.seal(JSON.stringify(fresh), stored.key);
      await store.reseal(stored.key, stored.revision, sealed);
      return fresh;
    } catch (error) {
      if (!options.isRefusal(error)) throw error;
      await store.delete(stored.key);
      return undefined;
    }
  }

  function renewOnce(stored: StoredSession, old: Sealed): Promise<Sealed | undefined> {
    const running = renewals.get(stored.key);
    if (running) return running;
    const renewal = renew(stored, old).finally(() => renewals.delete(stored.key));
    renewals.set(stored.key, renewal);
    return renewal;
  }

  /** Near their end the credentials are renewed behind the request; past it the request waits. */
  async function current(stored: StoredSession, held: Sealed): Promise<Sealed | undefined> {
    const { credentials, issuedAt } = held;
    const life = credentials.expiresAt - issuedAt;
    if (credentials.expiresAt - now() > life * RENEW_PART) return held;
    if (credentials.expiresAt <= now()) return renewOnce(stored, held);
    renewOnce(stored, held).catch(options.onRenewalFailure);
    return held;
  }

  function hasEnded({ createdAt, usedAt }: StoredSession): boolean {
    return now() >= createdAt + limits.total || now() >= usedAt + limits.idle;
  }

  return {
    limits,
    async open(keys) {
      const sealed = await issue(keys);
      const cookie = randomBytes(COOKIE_BYTES).toString('base64url');
      const key = sessionKey(cookie);
      const time = now();
      await store.insert({
        key,
        sealed: sealer.seal(JSON.stringify(sealed), key),
        createdAt: time,
        usedAt: time,
        revision: 0,
      });
      const publicId = randomBytes(COOKIE_BYTES).toString('base64url');
      return { cookie, publicId, session: toSession(key, sealed) };
    },
    async find(cookie) {
      const stored = await store.find(sessionKey(cookie));
      if (!stored) return undefined;
      const held = hasEnded(stored) ? undefined : unseal(stored);
      if (!held) {
        await store.delete(stored.key);
        return undefined;
      }
      if (now() - stored.usedAt > TOUCH_EVERY) await store.touch(stored.key, now());
      const valid = await current(stored, held);
      return valid && toSession(stored.key, valid);
    },
    end: (cookie) => store.delete(sessionKey(cookie)),
    sweep: () => store.deleteOlder(now() - limits.total, now() - limits.idle),
  };
}

function toSession(key: string, { keys, credentials }: Sealed): Session {
  return { key, accountName: keys.accessKey, credentials };
}
