import type { RecordSecurityEvent } from '../security-log/security-event.ts';
import type { Sealer } from '../state/sealer.ts';
import type { SessionStore } from '../state/session-store.ts';
import { unseal } from './sealed-session.ts';
import type { Audience, SessionClient } from './session.ts';

/** Of an account with more sessions the one that was used longest ago ends. */
const MAX_PER_ACCOUNT = 100;

/** A session as its owner sees it. */
export interface ListedSession {
  readonly key: string;
  readonly client: SessionClient;
  readonly createdAt: number;
  readonly usedAt: number;
}

/** An account of a storage server. */
export interface Account {
  readonly audience: Pick<Audience, 'server'>;
  readonly accountName: string;
  readonly origin?: string | undefined;
}

/** The sessions of an account of a storage server, by whatever path they came. */
export interface AccountSessions {
  /** What stands for the account in the store. */
  ownerOf(account: Account): string;
  /** Those that are open, the one used last first. */
  list(account: Account): Promise<readonly ListedSession[]>;
  /** Ends one of them; false where the account has none of this key. */
  end(account: Account, key: string): Promise<boolean>;
  /** Ends all of them but one; gives their number. */
  endOthers(account: Account, kept: string): Promise<number>;
  /** Ends what is too much. */
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
  // No name of an account is empty: a user of a provider is never taken for one of the server's own.
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
