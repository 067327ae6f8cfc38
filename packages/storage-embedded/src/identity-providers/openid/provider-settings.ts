import { hash } from 'node:crypto';
import type { ConfigValues } from '../../config/config-text.ts';

/** A provider as it is configured. */
export interface OpenIdSettings {
  /** Of the target in the configuration. */
  readonly name: string;
  readonly configUrl: string;
  readonly clientId: string;
  /** Names of the policies that all get who log in; empty where a claim names them. */
  readonly rolePolicies: readonly string[];
  readonly claimName: string;
  readonly claimUserinfo: boolean;
  readonly readableClaim: string;
  readonly idClaim: string;
}

/** @param values with the defaults of what is not set */
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

/** The names in a list with commas. */
export function policyNames(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** What clients name to log in with a provider that has a role, the same as on MinIO. */
export function roleArn({ clientId }: OpenIdSettings, region: string): string {
  return `arn:minio:iam:${region}::role/${hash('sha1', clientId, 'base64url')}`;
}
