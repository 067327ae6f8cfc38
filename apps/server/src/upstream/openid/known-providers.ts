import type { CustomFetch } from 'openid-client';
import type { IdentityProvider as ConfiguredProvider } from '../../config/identity-providers.ts';
import { ConsoleError } from '../../console-error.ts';

/** A provider with what it is asked with; Node's own fetch without. */
export interface IdentityProvider extends ConfiguredProvider {
  readonly fetch?: CustomFetch | undefined;
}

/** A provider as the login screen shows it. */
export interface ShownProvider {
  readonly name: string;
  readonly displayName?: string | undefined;
}

/** The providers of the storage server's own configuration. */
export interface ProvidersOfStorage {
  /** What is known in a moment. Never fails. */
  soon(): Promise<readonly IdentityProvider[]>;
  /**
   * What is configured now; where that cannot be read, what was the last time.
   * @throws ConsoleError StorageUnreachable where it was never read
   */
  current(): Promise<readonly IdentityProvider[]>;
}

/**
 * Finds providers among those of the console's own settings and those of the storage server.
 * @param configured of the console's settings; they count before others of their name
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
    /** Those to log in at. */
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
     * The provider of a login that has begun, or of a session.
     * @throws ConsoleError SignOnFailed where there is none any more
     */
    async still(name: string): Promise<IdentityProvider> {
      const provider = await find(name);
      if (provider) return provider;
      const detail = `The identity provider ${name} has been removed or disabled here.`;
      throw new ConsoleError('SignOnFailed', { detail });
    },
  };
}
