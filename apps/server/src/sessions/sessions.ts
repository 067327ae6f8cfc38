import { randomBytes } from 'node:crypto';
import type { Capabilities } from '@stowage/domain/capabilities';
import type { StoredSession } from '../state/session-store.ts';
import {
  type AnyonesSessions,
  createAccountSessions,
  type ListedSession,
} from './account-sessions.ts';
import { createKeyChanges } from './change-keys.ts';
import { capabilityKeeper } from './keep-capabilities.ts';
import { createRenewals, type Renew, type RenewalOptions } from './renewals.ts';
import { endOf, holdsAt, type SealedSession, seal, toSession, unseal } from './sealed-session.ts';
import {
  hashOf,
  type IdentityRenewal,
  type LoginKeys,
  type LoginProof,
  type Session,
  type SessionClient,
  type SessionCredentials,
  type SessionLimits,
  type SignedOn,
} from './session.ts';
import { type EndListener, tellingEnds } from './session-ends.ts';
import { createTouch, type TouchOptions } from './touch.ts';

const SECRET_BYTES = 32;
const SWEPT_AT_ONCE = 500;

/** The parameters of a login. */
export interface Login {
  readonly proof: LoginProof;
  /** The user's name. */
  readonly accountName: string;
  /** The path where the console is mounted for the user. */
  readonly mount: string;
  readonly client: SessionClient;
  /** Whether to store the password, sealed, for renewing the credentials. */
  readonly keepSignedIn: boolean;
  /** What the identity provider issued for renewing them. */
  readonly identity?: IdentityRenewal | undefined;
  /** Set for a login through an identity provider. */
  readonly signedOn?: SignedOn | undefined;
  /** Whether the client sends only the cookie, without the token. */
  readonly byCookieAlone: boolean;
}

/**
 * The result of opening a session: the cookie's value, and the token that the browser sends with
 * it.
 */
export interface OpenedSession {
  readonly cookie: string;
  /** Useless without the cookie. */
  readonly token: string;
  readonly session: Session;
  /** Its lifetime in milliseconds regardless of use. */
  readonly lifetime: number;
}

/** The user of a session that has ended. */
export interface EndedSession {
  readonly accountName: string;
  readonly signedOn?: SignedOn | undefined;
}

/** The sessions of the console. */
export interface Sessions {
  readonly limits: SessionLimits;
  /** The clock by which sessions end; milliseconds since the epoch. */
  now(): number;
  /**
   * Identifies the console mounted here: the same for its replicas, different for any other
   * console.
   */
  nameOf(mount: string): string;
  /** Logs in to the storage server and opens a session. Throws the errors of `issue`. */
  open(login: Login): Promise<OpenedSession>;
  /**
   * Returns the session of a cookie at this mount, renewing its credentials if they are about to
   * expire. `unattended`: a background request, which does not count as use.
   */
  find(cookie: string, mount: string, unattended?: boolean): Promise<Session | undefined>;
  /**
   * Returns the session of this key, for work that continues without its browser. This does not
   * count as use, so the session ends when it would have ended anyway.
   */
  ofKey(key: string): Promise<Session | undefined>;
  /** A pseudonym for the account of a session in the store, the same for all of its sessions. */
  ownerOf(session: Session): string;
  /** Ends the session of a cookie and returns its user; undefined if there is none. */
  end(cookie: string): Promise<EndedSession | undefined>;
  /** Lists the open sessions of the same account, most recently used first. */
  list(session: Session): Promise<readonly ListedSession[]>;
  /** Ends a session of the same account; false if there is none with this key. */
  endOne(session: Session, key: string): Promise<boolean>;
  /** Ends every session of the same account but this one; returns how many. */
  endOthers(session: Session): Promise<number>;
  /** Lists a limited number of open sessions of all accounts at the same server. */
  listAll(session: Session, limit: number): Promise<AnyonesSessions>;
  /** Ends one of them and returns its account; undefined if there is none with this key. */
  endAny(session: Session, key: string): Promise<string | undefined>;
  /**
   * Switches the session to other keys of the same account. Throws the errors of `issue`.
   * @returns false if the session has ended meanwhile
   */
  changeKeys(session: Session, keys: LoginKeys): Promise<boolean>;
  /**
   * Records that the user of a session has entered these keys again. Throws the errors of `issue`.
   * @returns false if the keys belong to a different user of the same name
   */
  prove(session: Session, keys: LoginKeys): Promise<boolean>;
  /** Stores a server's capabilities with a session. */
  keepCapabilities(session: Session, capabilities: Capabilities): Promise<void>;
  /** Calls a listener with the key of each session that ends on this console, for whatever reason. */
  onEnd(listener: EndListener): void;
  /**
   * Returns those of these keys whose sessions are still open, even if another console has ended
   * some.
   */
  openOf(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes expired sessions. */
  sweep(): Promise<void>;
}

export interface SessionsOptions
  extends Omit<RenewalOptions, 'now'>,
    Pick<TouchOptions, 'onTouchFailure'> {
  /** Returns the name of the storage server at a mount. */
  readonly serverAt: (mount: string) => string;
  readonly limits: SessionLimits;
  readonly now?: () => number;
}

const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url');

/** Server-side sessions: the browser holds random values, everything else is sealed in the store. */
export function createSessions(given: SessionsOptions): Sessions {
  const { serverAt, sealer, issue, limits, now = Date.now } = given;
  const { store, onEnd } = tellingEnds(given.store);
  const options = { ...given, store, now };
  const renew = createRenewals(options);
  const accounts = createAccountSessions(options);

  async function insert(cookie: string, held: SealedSession): Promise<Session> {
    const key = hashOf(cookie);
    const owner = accounts.ownerOf(held);
    const time = now();
    const times = { createdAt: time, usedAt: time, expiresAt: expiryOf(limits, held, time, time) };
    await store.insert({ key, owner, sealed: seal(sealer, key, held), ...times, revision: 0 });
    await accounts.endSurplus(held);
    return toSession(key, held, endOf(limits, held, time));
  }

  const touch = createTouch({
    ...options,
    expiryOf: (held, createdAt, usedAt) => expiryOf(limits, held, createdAt, usedAt),
  });

  return {
    limits,
    now,
    nameOf: (mount) => sealer.tag(`console\n${serverAt(mount)}\n${mount}`).slice(0, 12),
    async open(login) {
      const { proof, accountName, mount, client, byCookieAlone, identity, signedOn } = login;
      const [issuedAt, audience] = [now(), { server: serverAt(mount), mount }];
      const credentials = await issue(audience.server, proof, client.address);
      const [cookie, token] = [makeSecret(), makeSecret()];
      const session = await insert(cookie, {
        ...{ audience, accountName, origin: originOf(login, credentials), client },
        ...{ tokenHash: hashOf(token), byCookieAlone, credentials, identity, signedOn },
        ...{ issuedAt, provenAt: issuedAt, keys: keysToKeep(login) },
      });
      return { cookie, token, session, lifetime: session.endsAt - now() };
    },
    async find(cookie, mount, unattended = false) {
      const stored = await store.find(hashOf(cookie));
      if (!stored) return undefined;
      if (now() >= stored.expiresAt) {
        if (await store.delete(stored.key)) noteExpired(options, stored);
        return undefined;
      }
      const held = unseal(sealer, stored);
      if (!held || !holdsAt(held, { server: serverAt(mount), mount })) return undefined;
      if (!unattended) await touch(stored, held);
      const valid = await renew(stored, held);
      return valid && toSession(stored.key, valid, endOf(limits, valid, stored.createdAt));
    },
    ofKey: findByKey(options, renew),
    ownerOf: accounts.ownerOf,
    end: (cookie) => end(options, hashOf(cookie)),
    list: (session) => accounts.list(session),
    endOne: (session, key) => accounts.end(session, key),
    endOthers: (session) => accounts.endOthers(session, session.key),
    listAll: ({ audience }, limit) => accounts.listAll(audience.server, limit),
    endAny: ({ audience }, key) => accounts.endAny(audience.server, key),
    ...createKeyChanges({ store, sealer, issue, now }),
    keepCapabilities: capabilityKeeper(store, sealer),
    onEnd,
    openOf: (keys) => store.openOf(keys, now()),
    sweep: () => sweep(options),
  };
}

function expiryOf(
  limits: SessionLimits,
  held: SealedSession,
  createdAt: number,
  usedAt: number,
): number {
  return Math.min(endOf(limits, held, createdAt), usedAt + limits.idle);
}

/** Distinguishes the user from a local user of the storage server with the same name. */
function originOf({ proof, accountName }: Login, { source }: SessionCredentials) {
  if ('subject' in proof) return `openid\n${proof.subject}`;
  return source === 'ldap' ? `ldap\n${accountName}` : undefined;
}

/** Temporary keys cannot be renewed: their session ends with them. */
function keysToKeep({ proof, keepSignedIn }: Login): LoginKeys | undefined {
  const isLasting = 'accessKey' in proof && proof.sessionToken === undefined;
  return keepSignedIn && isLasting ? proof : undefined;
}

function findByKey(
  { store, sealer, limits, now }: SessionsOptions & { readonly now: () => number },
  renew: Renew,
): Sessions['ofKey'] {
  return async (key) => {
    const stored = await store.find(key);
    const held = stored && now() < stored.expiresAt ? unseal(sealer, stored) : undefined;
    const valid = stored && held && (await renew(stored, held));
    return valid && toSession(key, valid, endOf(limits, valid, stored.createdAt));
  };
}

async function end(
  { store, sealer }: SessionsOptions,
  key: string,
): Promise<EndedSession | undefined> {
  const stored = await store.find(key);
  const held = stored && unseal(sealer, stored);
  return held && (await store.delete(key)) ? held : undefined;
}

function noteExpired({ sealer, record }: SessionsOptions, expired: StoredSession): void {
  const held = unseal(sealer, expired);
  if (held) record({ event: 'session.expired', account: held.accountName });
}

async function sweep(options: SessionsOptions & { readonly now: () => number }): Promise<void> {
  const { store, now } = options;
  let swept: readonly StoredSession[];
  do {
    swept = await store.takeExpired(now(), SWEPT_AT_ONCE);
    for (const expired of swept) noteExpired(options, expired);
  } while (swept.length === SWEPT_AT_ONCE);
}
