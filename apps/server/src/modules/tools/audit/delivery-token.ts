import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConsoleError } from '../../../console-error.ts';
import type { AuditReceiverStore } from '../../../state/audit-receiver-table.ts';

/** How long a token revoked on another console may still be accepted. */
const KNOWN_MS = 5000;

/** The token that the storage server sends with its records. */
export interface DeliveryToken {
  /** Issues a new token and passes it to `use`; if that fails, the previous token is restored. */
  renew<Result>(use: (token: string) => Promise<Result>): Promise<Result>;
  takeBack(): Promise<void>;
  /** @throws ConsoleError AccessDenied for anything else */
  check(authorization: string | undefined): Promise<void>;
}

/** @param server the storage server that sends it */
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
      // Before the call: the server may send records before it responds.
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
