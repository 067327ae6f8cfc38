import type { RecordSecurityEvent } from '../security-log/security-event.ts';
import type { Sealer } from '../state/sealer.ts';
import type { SessionStore } from '../state/session-store.ts';
import { unseal } from './sealed-session.ts';
import type { Audience, SessionClient } from './session.ts';

/** If an account has more sessions, the least recently used one ends. */
const MAX_PER_ACCOUNT = 100;

/** A session as its owner sees it. */
export interface ListedSession {
  readonly key: string;
  readonly client: SessionClient;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** A session as administrators of its storage server see it. */
export interface AnyonesSession extends ListedSession, Pick<Account, 'accountName' | 'origin'> {}

/** Sessions of all accounts, and whether there are more. */
export interface AnyonesSessions {
  readonly sessions: readonly AnyonesSession[];
  readonly truncated: boolean;
}

/** An account of a storage server. */
export interface Account {
  readonly audience: Pick<Audience, 'server'>;
  readonly accountName: string;
  readonly origin?: string | undefined;
}

/** The sessions of an account at a storage server, at any mount. */
export interface AccountSessions {
  /** A pseudonym for the account in the store. */
  ownerOf(account: Account): string;
  /** Lists its open sessions, most recently used first. */
  list(account: Account): Promise<readonly ListedSession[]>;
  /** Ends one of them; false if the account has none with this key. */
  end(account: Account, key: string): Promise<boolean>;
  /** Ends all of them but one; returns how many. */
  endOthers(account: Account, kept: string): Promise<number>;
  /** Lists the open sessions of all accounts at a storage server, most recently used first. */
  listAll(server: string, limit: number): Promise<AnyonesSessions>;
  /** Ends one of them and returns its account; undefined if the server has none with this key. */
  endAny(server: string, key: string): Promise<string | undefined>;
  /** Ends sessions beyond the limit. */
  endSurplus(account: Account): Promise<void>;
}

export interface AccountSessionsOptions {
  readonly store: SessionStore;
  readonly sealer: Sealer;
  readonly record: RecordSecurityEvent;
  readonly now: () => number;
}

export function createAccountSessions(options: AccountSessionsOptions): AccountSessions {
  const { store, sealer, record, now } = options;
  // Account names are never empty, so a provider's user cannot be mistaken for a local one.
  const ownerOf = ({ audience, accountName, origin }: Account) =>
    sealer.tag(`owner\n${audience.server}\n${origin ? `\n${origin}` : accountName}`);
  const of = (account: Account) => store.ofOwner(ownerOf(account));
  return {
    ownerOf,
    async list(account) {
      return (await of(account)).flatMap((stored) => {
        const held = now() < stored.expiresAt ? unseal(sealer, stored) : undefined;
        const { key, createdAt, usedAt } = stored;
        return held ? [{ key, client: held.client, createdAt, usedAt }] : [];
      });
    },
    async end(account, key) {
      const stored = await store.find(key);
      return stored?.owner === ownerOf(account) && store.delete(key);
    },
    async endOthers(account, kept) {
      const others = (await of(account)).filter(({ key }) => key !== kept);
      const ended = await Promise.all(others.map(({ key }) => store.delete(key)));
      return ended.filter((gone) => gone).length;
    },
    async listAll(server, limit) {
      const open = await store.open(now(), limit + 1);
      const sessions = open.slice(0, limit).flatMap((stored) => {
        const held = unseal(sealer, stored);
        if (held?.audience.server !== server) return [];
        const { key, createdAt, usedAt } = stored;
        const { client, accountName, origin } = held;
        return [{ key, client, createdAt, usedAt, accountName, origin }];
      });
      return { sessions, truncated: open.length > limit };
    },
    async endAny(server, key) {
      const stored = await store.find(key);
      const held = stored && unseal(sealer, stored);
      if (held?.audience.server !== server) return undefined;
      return (await store.delete(key)) ? held.accountName : undefined;
    },
    async endSurplus(account) {
      for (const { key } of (await of(account)).slice(MAX_PER_ACCOUNT)) {
        await store.delete(key);
        record({
          event: 'session.ended',
          account: account.accountName,
          reason: 'too many sessions',
        });
      }
    },
  };
}
