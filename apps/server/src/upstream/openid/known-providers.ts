import type { CustomFetch } from 'openid-client';
import type { IdentityProvider as ConfiguredProvider } from '../../config/identity-providers.ts';
import { ConsoleError } from '../../console-error.ts';

/** A provider and the fetch for its requests; by default Node's own. */
export interface IdentityProvider extends ConfiguredProvider {
  readonly fetch?: CustomFetch | undefined;
}

/** A provider as shown on the login screen. */
export interface ShownProvider {
  readonly name: string;
  readonly displayName?: string | undefined;
}

/** The providers of the storage server's own configuration. */
export interface ProvidersOfStorage {
  /** The providers known after waiting a moment. Never throws. */
  soon(): Promise<readonly IdentityProvider[]>;
  /**
   * The current providers; if they cannot be read, those of the last time.
   * @throws ConsoleError StorageUnreachable if they were never read
   */
  current(): Promise<readonly IdentityProvider[]>;
}

/**
 * Looks up providers in the console's own settings and in those of the storage server.
 * @param configured those of the console's settings; they take precedence over others of the same
 *    name
 */
export function knownProviders(
  configured: readonly IdentityProvider[],
  stored: ProvidersOfStorage | undefined,
) {
  async function find(name: string): Promise<IdentityProvider | undefined> {
    const isIt = (one: IdentityProvider) => one.name === name;
    return configured.find(isIt) ?? (await stored?.current())?.find(isIt);
  }

  return {
    /** The providers available for login. */
    async shown(): Promise<readonly ShownProvider[]> {
      const names = new Set(configured.map(({ name }) => name));
      const others = (await stored?.soon())?.filter(({ name }) => !names.has(name)) ?? [];
      return [...configured, ...others].map(({ name, displayName }) => ({ name, displayName }));
    },
    /** @throws ConsoleError NotFound */
    async named(name: string): Promise<IdentityProvider> {
      const provider = await find(name);
      if (provider) return provider;
      throw new ConsoleError('NotFound', { detail: 'This console has no such identity provider.' });
    },
    /**
     * The provider of a login in progress, or of a session.
     * @throws ConsoleError SignOnFailed if it no longer exists
     */
    async still(name: string): Promise<IdentityProvider> {
      const provider = await find(name);
      if (provider) return provider;
      const detail = `The identity provider ${name} has been removed or disabled here.`;
      throw new ConsoleError('SignOnFailed', { detail });
    },
  };
}
