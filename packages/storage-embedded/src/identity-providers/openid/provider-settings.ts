import { hash } from 'node:crypto';
import type { ConfigValues } from '../../config/config-text.ts';

/** The settings of a provider. */
export interface OpenIdSettings {
  /** Name of the target in the configuration. */
  readonly name: string;
  readonly configUrl: string;
  readonly clientId: string;
  /** Names of the policies for everyone who logs in; empty if a claim names them. */
  readonly rolePolicies: readonly string[];
  readonly claimName: string;
  readonly claimUserinfo: boolean;
  readonly readableClaim: string;
  readonly idClaim: string;
}

/**
 * Reads the settings of a provider.
 *
 * @param values including defaults
 */
export function readSettings(name: string, values: ConfigValues): OpenIdSettings {
  const value = (key: string) => values[key] ?? '';
  return {
    name,
    configUrl: value('config_url'),
    clientId: value('client_id'),
    rolePolicies: policyNames(value('role_policy')),
    claimName: value('claim_prefix') + (value('claim_name') || 'policy'),
    claimUserinfo: value('claim_userinfo') === 'on',
    readableClaim: value('user_readable_claim'),
    idClaim: value('user_id_claim') || 'sub',
  };
}

/** Splits a comma-separated list of names. */
export function policyNames(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Returns the ARN with which clients log in to a provider with a role, the same as in MinIO. */
export function roleArn({ clientId }: OpenIdSettings, region: string): string {
  return `arn:minio:iam:${region}::role/${hash('sha1', clientId, 'base64url')}`;
}
