import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConsoleError } from '../../../console-error.ts';
import type { AuditReceiverStore } from '../../../state/audit-receiver-table.ts';

/** How long a token that was taken back on another console may still be good. */
const KNOWN_MS = 5000;

/** The token that the storage server shows with its records. */
export interface DeliveryToken {
  /** A token that is good once `use` has succeeded; that of before is good again where it fails. */
  renew<Result>(use: (token: string) => Promise<Result>): Promise<Result>;
  takeBack(): Promise<void>;
  /** @throws ConsoleError AccessDenied for anything else */
  check(authorization: string | undefined): Promise<void>;
}

/** @param server names the storage server that shows it */
export function deliveryToken(store: AuditReceiverStore, server: string): DeliveryToken {
  let known: { readonly hash: string | undefined; readonly until: number } | undefined;

  async function keep(hash: string | undefined): Promise<void> {
    await (hash === undefined ? store.remove(server) : store.setTokenHash(server, hash));
    known = undefined;
  }

  return {
    async renew(use) {
      const before = await store.tokenHash(server);
      const token = randomBytes(32).toString('base64url');
      // First: the server may send records before it has answered.
      await keep(hashOf(token));
      try {
        return await use(token);
      } catch (error) {
        await keep(before);
        throw error;
      }
    },

    takeBack: () => keep(undefined),

    async check(authorization = '') {
      if (known === undefined || known.until < Date.now()) {
        known = { hash: await store.tokenHash(server), until: Date.now() + KNOWN_MS };
      }
      const shown = hashOf(authorization.replace(/^Bearer /i, ''));
      if (
        known.hash === undefined ||
        !timingSafeEqual(Buffer.from(shown), Buffer.from(known.hash))
      ) {
        throw new ConsoleError('AccessDenied');
      }
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
