import type { AdminClient } from '@stowage/storage-client/admin';
import { DEFAULT_TARGET, parseConfigText } from '@stowage/storage-client/config-text';
import type { IdentityProvider } from './known-providers.ts';

const SUBSYSTEM = 'identity_openid';
/** The same limit as for environment variables. */
const MAX_PROVIDERS = 20;
const NAME = /^[a-z0-9_-]{1,64}$/;
const SCOPES = ['openid', 'profile', 'email'];

/** A provider and its target in the configuration. */
interface Target {
  readonly target: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Reads the enabled providers in a storage server's configuration, including secrets. Of two with
 * the same name in URLs the first wins. Throws the storage client's errors.
 * @param admin with keys that may read the configuration
 * @param fetch for requests to these providers
 */
export async function readStoredProviders(
  admin: Pick<AdminClient, 'exportConfig' | 'listIdentityProviders'>,
  fetch: IdentityProvider['fetch'],
  signal: AbortSignal,
): Promise<readonly IdentityProvider[]> {
  const targets = parseConfigText(await admin.exportConfig({ signal }))
    .filter(({ subsystem, commented }) => subsystem === SUBSYSTEM && !commented)
    .map(({ target, values, overrides }): Target => {
      const held = Object.entries(overrides).map(([key, { value }]) => [key, value] as const);
      return { target, values: { ...values, ...Object.fromEntries(held) } };
    })
    .filter(({ values }) => values.enable !== 'off' && values.config_url && values.client_id);
  const hasRole = targets.some(({ values }) => values.role_policy);
  const listed = hasRole ? await admin.listIdentityProviders({ type: 'openid', signal }) : [];
  const roles = new Map(listed.map(({ name, roleArn }) => [name, roleArn]));
  const named = targets
    .map((one) => ({ ...providerOf(one, roles.get(one.target)), fetch }))
    .filter(({ name }) => NAME.test(name));
  // For duplicate keys a Map keeps the last entry.
  return [...new Map(named.toReversed().map((one) => [one.name, one])).values()]
    .toReversed()
    .slice(0, MAX_PROVIDERS);
}

function providerOf({ target, values }: Target, roleArn: string | undefined): IdentityProvider {
  const { config_url: url = '', client_id: clientId = '', redirect_uri: callback } = values;
  const isFixed = values.redirect_uri_dynamic !== 'on' && callback && URL.canParse(callback);
  return {
    ...{ name: target === DEFAULT_TARGET ? 'openid' : target.toLowerCase(), url, clientId },
    displayName: values.display_name || undefined,
    clientSecret: values.client_secret || undefined,
    scopes: scopesOf(values.scopes ?? ''),
    callback: isFixed ? callback : undefined,
    roleArn,
  };
}

/** Without the scope `openid` providers issue no ID token. */
function scopesOf(list: string): readonly string[] {
  const scopes = list.split(/[\s,]+/).filter((scope) => scope !== '');
  return scopes.length === 0 ? SCOPES : [...new Set(['openid', ...scopes])];
}
