import type { Sealer } from '../state/sealer.ts';
import type { SessionStore } from '../state/session-store.ts';
import { type SealedSession, seal, unseal } from './sealed-session.ts';
import type { IssueCredentials, LoginKeys, Session } from './session.ts';

export interface KeyChangesOptions {
  readonly store: SessionStore;
  readonly sealer: Sealer;
  readonly issue: IssueCredentials;
  readonly now: () => number;
}

/** A renewal or other change may intervene between reading and writing. */
const TRIES = 3;

/** Changes to an open session that require the account's keys. */
export interface KeyChanges {
  /**
   * Replaces a session's credentials with those for other keys of the same account. If the user
   * chose to stay signed in, the new keys replace the stored ones.
   */
  changeKeys(session: Session, keys: LoginKeys): Promise<boolean>;
  /**
   * Records that the user has entered the keys again. False if they belong to a different source.
   */
  prove(session: Session, keys: LoginKeys): Promise<boolean>;
}

/** Makes the changes of sessions that need the keys of their accounts. */
export function createKeyChanges({ store, sealer, issue, now }: KeyChangesOptions): KeyChanges {
  async function change(key: string, changed: (held: SealedSession) => SealedSession) {
    for (let left = TRIES; left > 0; left -= 1) {
      const stored = await store.find(key);
      const held = stored && unseal(sealer, stored);
      if (!held) return false;
      if (await store.reseal(key, stored.revision, seal(sealer, key, changed(held)))) return true;
    }
    return false;
  }

  return {
    async changeKeys({ key, audience, address }, keys) {
      const issuedAt = now();
      const credentials = await issue(audience.server, keys, address);
      return change(key, (held) => ({
        ...{ ...held, credentials, issuedAt, provenAt: issuedAt },
        ...(held.keys && { keys }),
      }));
    },
    async prove({ key, audience, credentials, address }, keys) {
      const provenAt = now();
      const { source } = await issue(audience.server, keys, address);
      // A directory user must not be mistaken for a different user of the same name.
      if (source !== credentials.source) return false;
      return change(key, (held) => ({ ...held, provenAt }));
    },
  };
}
