import { S3Error } from '@stowage/storage-wire/s3-error';
import type { Identities } from '../../auth/identities.ts';
import type { ConfigStore, TargetChange } from '../../config/config-store.ts';
import { targetText } from '../../config/config-text.ts';
import { OPENID } from '../../config/openid-subsystem.ts';
import { checkProvider } from './provider.ts';
import { ProviderError } from './provider-document.ts';
import { type OpenIdSettings, readSettings } from './provider-settings.ts';

/**
 * Refuses conflicting providers: two for the same client, or two whose claims name policies.
 *
 * @throws S3Error XMinioConfigError
 */
export function refuseClashingProviders(
  config: Pick<ConfigStore, 'targets'>,
  changes: readonly TargetChange[],
): void {
  if (!changes.some(({ subsystem }) => subsystem === OPENID)) {
    return;
  }
  const after = providersAfter(config, changes);
  for (const [at, { name, clientId }] of after.entries()) {
    const same = after.slice(0, at).find((other) => other.clientId === clientId);
    if (same !== undefined) {
      throw refusal(name, `client_id is that of '${same.name}' already`);
    }
  }
  const [first, second] = after.filter(({ rolePolicies }) => rolePolicies.length === 0);
  if (first !== undefined && second !== undefined) {
    const reason = `only one provider may have no role_policy, and '${first.name}' has none`;
    throw refusal(second.name, reason);
  }
}

/**
 * Checks that new settings work: the role's policies exist and the provider answers.
 *
 * @throws S3Error XMinioConfigError
 */
export async function refuseBadProviders(
  { policies }: Pick<Identities, 'policies'>,
  changes: readonly TargetChange[],
): Promise<void> {
  const checks = changes.map(async ({ subsystem, target, values }) => {
    if (subsystem !== OPENID || values?.enable !== 'on') {
      return;
    }
    const { name, configUrl, rolePolicies } = readSettings(target, values);
    const unknown = rolePolicies.find((policy) => policies.get(policy) === undefined);
    if (unknown !== undefined) {
      throw refusal(name, `role_policy names '${unknown}', and there is no such policy`);
    }
    try {
      await checkProvider(configUrl);
    } catch (error) {
      throw error instanceof ProviderError ? refusal(name, `config_url: ${error.message}`) : error;
    }
  });
  await Promise.all(checks);
}

/** Returns the providers that will be enabled, oldest first. */
function providersAfter(
  config: Pick<ConfigStore, 'targets'>,
  changes: readonly TargetChange[],
): readonly OpenIdSettings[] {
  const targets = new Map(config.targets(OPENID).map(({ target, values }) => [target, values]));
  for (const { subsystem, target, values } of changes) {
    if (subsystem === OPENID) {
      targets.set(target, values);
    }
  }
  return [...targets].flatMap(([target, values]) =>
    values?.enable === 'on' ? [readSettings(target, values)] : [],
  );
}

function refusal(target: string, reason: string): S3Error {
  return new S3Error('XMinioConfigError', `${targetText(OPENID, target)}: ${reason}`);
}
