import { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';
import type { Sealer } from '../../state/sealer.ts';
import type {
  BegunLogin,
  IdentifiedUser,
  IdentityProviders,
  ProviderAnswer,
} from '../../upstream/openid/identity-providers.ts';

/** How long a user may take at the provider. */
export const SIGN_ON_SECONDS = 600;

const Ticket = z.object({
  provider: z.string(),
  url: z.string(),
  clientId: z.string(),
  callback: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  until: z.number(),
});

/** Logins at identity providers, each bound to the browser in which it started. */
export interface SignOn extends Pick<IdentityProviders, 'all' | 'endAddress'> {
  /**
   * Returns the address at the provider, and the ticket that the browser keeps until the response
   * with this state. Throws the errors of the provider's `begin`.
   */
  begin(
    provider: string,
    callback: string,
  ): Promise<{ address: string; ticket: string; state: string }>;
  /** @throws ConsoleError SignOnFailed, ProviderUnreachable, StorageUnreachable */
  finish(ticket: string | undefined, answer: ProviderAnswer): Promise<IdentifiedUser>;
}

export interface SignOnOptions {
  readonly providers: IdentityProviders;
  readonly sealer: Sealer;
  readonly now: () => number;
}

/**
 * The browser keeps the sealed state of its login, so that any console can finish a login that
 * another started.
 */
export function createSignOn({ providers, sealer, now }: SignOnOptions): SignOn {
  const context = 'sign-on';

  function open(ticket: string): BegunLogin | undefined {
    const text = sealer.open(Buffer.from(ticket, 'base64url'), context);
    // A ticket from another release of the console may have a different shape.
    const begun = text === undefined ? undefined : Ticket.safeParse(JSON.parse(text)).data;
    return begun && begun.until > now() ? begun : undefined;
  }

  return {
    all: providers.all,
    endAddress: providers.endAddress,
    async begin(provider, callback) {
      const { address, begun } = await providers.begin(provider, callback);
      const held = JSON.stringify({ ...begun, until: now() + SIGN_ON_SECONDS * 1000 });
      const ticket = Buffer.from(sealer.seal(held, context)).toString('base64url');
      return { address, ticket, state: begun.state };
    },
    async finish(ticket, answer) {
      const begun = ticket === undefined ? undefined : open(ticket);
      if (!begun) {
        throw new ConsoleError('SignOnFailed', {
          detail: 'The login did not begin in this browser, or took longer than 10 minutes.',
        });
      }
      return providers.finish(begun, answer);
    },
  };
}
