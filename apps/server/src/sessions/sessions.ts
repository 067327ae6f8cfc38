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

/** How somebody logs in. */
export interface Login {
  readonly proof: LoginProof;
  /** What the user is called. */
  readonly accountName: string;
  /** The path that the console is mounted at for them. */
  readonly mount: string;
  readonly client: SessionClient;
  /** Whether the password is kept, sealed, to renew the credentials with. */
  readonly keepSignedIn: boolean;
  /** What the identity provider gave to renew them with. */
  readonly identity?: IdentityRenewal | undefined;
  /** Of a login at an identity provider. */
  readonly signedOn?: SignedOn | undefined;
  /** Whether the client will show the cookie alone, without the token. */
  readonly byCookieAlone: boolean;
}

/** What opening a session gives: the cookie's value, and the token that the browser shows with it. */
export interface OpenedSession {
  readonly cookie: string;
  /** Opens nothing without the cookie. */
  readonly token: string;
  readonly session: Session;
  /** Milliseconds that it lasts however much it is used. */
  readonly lifetime: number;
}

/** Whose session has ended. */
export interface EndedSession {
  readonly accountName: string;
  readonly signedOn?: SignedOn | undefined;
}

/** The sessions of the console. */
export interface Sessions {
  readonly limits: SessionLimits;
  /** The clock that sessions end by; milliseconds since the epoch. */
  now(): number;
  /** Names the console that is mounted here: the same for its replicas, another for any other console. */
  nameOf(mount: string): string;
  /** Logs in at the storage server and opens a session. Throws what `issue` throws. */
  open(login: Login): Promise<OpenedSession>;
  /**
   * The session that a cookie opens at this mount, its credentials renewed where their end is near.
   * `unattended`: it is asked for by a clock, which is no use of it.
   */
  find(cookie: string, mount: string, unattended?: boolean): Promise<Session | undefined>;
  /**
   * The session of this key, for work that goes on without its browser: no use of it, so that it
   * ends when it would have ended anyway.
   */
  ofKey(key: string): Promise<Session | undefined>;
  /** What stands for the account of a session in the store, whichever of its sessions it is. */
  ownerOf(session: Session): string;
  /** Ends the session that a cookie opens and tells whose it was; undefined where there is none. */
  end(cookie: string): Promise<EndedSession | undefined>;
  /** The open sessions of the same account, the one used last first. */
  list(session: Session): Promise<readonly ListedSession[]>;
  /** Ends a session of the same account; false where there is none of this key. */
  endOne(session: Session, key: string): Promise<boolean>;
  /** Ends every session of the same account but this one; gives their number. */
  endOthers(session: Session): Promise<number>;
  /** The open sessions of every account at the server of this one, at most so many. */
  listAll(session: Session, limit: number): Promise<AnyonesSessions>;
  /** Ends one of them and gives its account; undefined where there is none of this key. */
  endAny(session: Session, key: string): Promise<string | undefined>;
  /**
   * Goes on with other keys of the same account. Throws what `issue` throws.
   * @returns false where the session has ended meanwhile
   */
  changeKeys(session: Session, keys: LoginKeys): Promise<boolean>;
  /**
   * Notes that the user of a session has entered these keys again. Throws what `issue` throws.
   * @returns false where the keys are those of somebody else of the same name
   */
  prove(session: Session, keys: LoginKeys): Promise<boolean>;
  /** Notes with a session what its server offers. */
  keepCapabilities(session: Session, capabilities: Capabilities): Promise<void>;
  /** Calls a listener with the key of each session that ends on this console, for whatever reason. */
  onEnd(listener: EndListener): void;
  /** The keys of those of these sessions that are still open, whichever console may have ended others. */
  openOf(keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes what has ended. */
  sweep(): Promise<void>;
}

export interface SessionsOptions
  extends Omit<RenewalOptions, 'now'>,
    Pick<TouchOptions, 'onTouchFailure'> {
  /** Names the storage server that the console shows at a mount. */
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

/** What tells the user from one of the same name that the storage server keeps itself. */
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
