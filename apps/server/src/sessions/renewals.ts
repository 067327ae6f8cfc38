import { ConsoleError } from '../console-error.ts';
import type { RecordSecurityEvent } from '../security-log/security-event.ts';
import { waitForLease } from '../state/lease.ts';
import type { LeaseStore } from '../state/lease-store.ts';
import type { Sealer } from '../state/sealer.ts';
import type { SessionStore, StoredSession } from '../state/session-store.ts';
import { type SealedSession, seal, unseal } from './sealed-session.ts';
import type { IssueCredentials, LoginProof, RenewIdentity } from './session.ts';

/** Credentials are renewed when less than this fraction of their lifetime is left. */
const RENEW_PART = 0.2;

export interface RenewalOptions {
  readonly store: SessionStore;
  readonly leases: LeaseStore;
  readonly sealer: Sealer;
  readonly issue: IssueCredentials;
  readonly renewIdentity: RenewIdentity;
  /** Whether an error of `issue` or `renewIdentity` means that the user is no longer accepted. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Called if a renewal fails while the old credentials are still valid. */
  readonly onRenewalFailure: (error: unknown) => void;
  readonly record: RecordSecurityEvent;
  readonly now: () => number;
}

/** Returns a session with valid credentials; undefined if its user is no longer accepted. */
export type Renew = (
  stored: StoredSession,
  held: SealedSession,
) => Promise<SealedSession | undefined>;

/**
 * Renews the credentials of sessions whose users chose to stay signed in, or whose identity
 * provider issued a refresh token: in the background when they are about to expire, before the
 * request if they have expired.
 */
export function createRenewals(options: RenewalOptions): Renew {
  const { store, leases, sealer, issue, record, now } = options;
  const running = new Map<string, Promise<SealedSession | undefined>>();

  /** The proof to send to the storage server, and what to store for the next renewal. */
  async function proofOf(held: SealedSession): Promise<[LoginProof, Partial<SealedSession>]> {
    if (held.keys) return [held.keys, {}];
    if (!held.identity) throw new TypeError('a session without means to be renewed');
    const { identity, renewal } = await options.renewIdentity(held.identity);
    const signedOn = { provider: renewal.provider, idToken: identity.token };
    return [identity, { identity: renewal, signedOn }];
  }

  /** Concurrent changes to the session are kept: a refresh token is often issued only once. */
  async function keep(
    stored: StoredSession,
    old: SealedSession,
    renewed: Partial<SealedSession>,
  ): Promise<SealedSession | undefined> {
    const fresh = { ...old, ...renewed };
    const sealed = seal(sealer, stored.key, fresh);
    if (await store.reseal(stored.key, stored.revision, sealed)) return fresh;
    const current = await store.find(stored.key);
    if (!current) return undefined;
    const held = unseal(sealer, current);
    return held?.issuedAt === old.issuedAt ? keep(current, held, renewed) : held;
  }

  async function renew(stored: StoredSession, old: SealedSession) {
    try {
      const issuedAt = now();
      const [proof, kept] = await proofOf(old);
      const credentials = await issue(old.audience.server, proof, old.client.address);
      return await keep(stored, old, { ...kept, credentials, issuedAt });
    } catch (error) {
      if (!options.isRefusal(error)) throw error;
      if (await store.delete(stored.key)) {
        record({
          event: 'session.ended',
          account: old.accountName,
          reason: old.keys ? 'keys refused' : 'identity refused',
        });
      }
      return undefined;
    }
  }

  /** Of the consoles that share the store one renews, and the others use the result. */
  async function renewInTurn(stored: StoredSession, old: SealedSession) {
    const lease = await waitForLease(leases, `renewal/${stored.key}`);
    if (!lease) throw new ConsoleError('StorageTimeout');
    try {
      const current = await store.find(stored.key);
      if (!current) return undefined;
      const held = unseal(sealer, current);
      return held?.issuedAt === old.issuedAt ? await renew(current, held) : held;
    } finally {
      await lease.release();
    }
  }

  function renewOnce(stored: StoredSession, old: SealedSession) {
    const begun = running.get(stored.key);
    if (begun) return begun;
    const renewal = renewInTurn(stored, old).finally(() => running.delete(stored.key));
    running.set(stored.key, renewal);
    return renewal;
  }

  return async (stored, held) => {
    const { credentials, issuedAt, keys, identity } = held;
    const life = credentials.expiresAt - issuedAt;
    if (!keys && !identity) return held;
    if (credentials.expiresAt - now() > life * RENEW_PART) return held;
    if (credentials.expiresAt <= now()) return renewOnce(stored, held);
    renewOnce(stored, held).catch(options.onRenewalFailure);
    return held;
  };
}
