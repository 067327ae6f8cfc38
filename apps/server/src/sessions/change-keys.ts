import type { Sealer } from '../state/sealer.ts';
import type { SessionStore } from '../state/session-store.ts';
import { seal, unseal } from './sealed-session.ts';
import type { IssueCredentials, LoginKeys, Session } from './session.ts';

export interface KeyChangerOptions {
  readonly store: SessionStore;
  readonly sealer: Sealer;
  readonly issue: IssueCredentials;
  readonly now: () => number;
}

/** A renewal or a note may come between reading and writing. */
const TRIES = 3;

/**
 * Makes what gives a session credentials for other keys of the same account. Where the user chose
 * to stay signed in, the keys are kept in place of the old ones.
 */
export function keyChanger({ store, sealer, issue, now }: KeyChangerOptions) {
  return async ({ key, audience }: Session, keys: LoginKeys): Promise<boolean> => {
    const issuedAt = now();
    const credentials = await issue(audience.server, keys);
    for (let left = TRIES; left > 0; left -= 1) {
      const stored = await store.find(key);
      const held = stored && unseal(sealer, stored);
      if (!held) return false;
      const fresh = { ...held, credentials, issuedAt, ...(held.keys && { keys }) };
      if (await store.reseal(key, stored.revision, seal(sealer, key, fresh))) return true;
    }
    return false;
  };
}
