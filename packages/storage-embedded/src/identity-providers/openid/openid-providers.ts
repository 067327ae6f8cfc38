import type { PolicyDocument } from '@stowage/domain/policy';
import type { ExternalIdentity, ExternalPolicies } from '../../auth/external-identity.ts';
import type { Identities } from '../../auth/identities.ts';
import type { ConfigStore } from '../../config/config-store.ts';
import { OPENID } from '../../config/openid-subsystem.ts';
import { Provider } from './provider.ts';
import { type OpenIdSettings, readSettings, roleArn } from './provider-settings.ts';

/** A provider that is in effect. */
export interface OpenIdProvider {
  readonly settings: OpenIdSettings;
  /** Undefined if a claim names the policies. */
  readonly roleArn: string | undefined;
  readonly provider: Provider;
}

interface InEffect {
  readonly revision: number;
  readonly all: readonly OpenIdProvider[];
  readonly byRole: ReadonlyMap<string, OpenIdProvider>;
  readonly byClaim: OpenIdProvider | undefined;
}

interface Parts {
  readonly config: ConfigStore;
  readonly identities: Identities;
  /** The region in which requests must be signed; '' for the configured one. */
  readonly region: string;
}

/** The OpenID providers in effect, and the rights of their users. */
export class OpenIdProviders implements ExternalPolicies {
  readonly #parts: Parts;
  /** By the URL of the discovery document. */
  #known = new Map<string, Provider>();
  #inEffect: InEffect | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get all(): readonly OpenIdProvider[] {
    return this.#current().all;
  }

  /** The provider whose claim names policies. */
  get byClaim(): OpenIdProvider | undefined {
    return this.#current().byClaim;
  }

  byRole(arn: string): OpenIdProvider | undefined {
    return this.#current().byRole.get(arn);
  }

  /**
   * Returns the provider whose role or claim an identity came with; undefined if that role or claim
   * has since passed to another provider, which cannot vouch for earlier logins.
   */
  providerOf(identity: ExternalIdentity): OpenIdProvider | undefined {
    const { roleArn: arn } = identity;
    const found = arn === undefined ? this.byClaim : this.byRole(arn);
    return found !== undefined && spokeFor(found, identity) ? found : undefined;
  }

  policiesOf(account: string, identity: ExternalIdentity): readonly PolicyDocument[] | undefined {
    const found = this.providerOf(identity);
    return found && this.documents(this.#namesFor(account, found));
  }

  /** Returns the existing policies among these names. */
  documents(names: readonly string[]): readonly PolicyDocument[] {
    const { policies } = this.#parts.identities;
    return names.flatMap((name) => policies.get(name)?.document ?? []);
  }

  /**
   * As in MinIO, the policies in a user's latest token apply to all of the user's sessions and
   * keys.
   */
  #namesFor(account: string, { roleArn: arn, settings }: OpenIdProvider): readonly string[] {
    return arn === undefined
      ? (this.#parts.identities.openIdUsers.get(account)?.policies ?? [])
      : settings.rolePolicies;
  }

  #current(): InEffect {
    const { revision } = this.#parts.config;
    if (this.#inEffect?.revision !== revision) {
      this.#inEffect = { revision, ...this.#read() };
    }
    return this.#inEffect;
  }

  #read(): Omit<InEffect, 'revision'> {
    const { config } = this.#parts;
    const region = this.#parts.region || config.running.region;
    const known = new Map<string, Provider>();
    const all = config.running.enabledTargets(OPENID).map(({ target, values }): OpenIdProvider => {
      const settings = readSettings(target, values);
      const { configUrl, rolePolicies } = settings;
      const provider =
        known.get(configUrl) ?? this.#known.get(configUrl) ?? new Provider(configUrl);
      known.set(configUrl, provider);
      const arn = rolePolicies.length === 0 ? undefined : roleArn(settings, region);
      return { settings, provider, roleArn: arn };
    });
    this.#known = known;
    const withRole = all.flatMap((one): [string, OpenIdProvider][] =>
      one.roleArn === undefined ? [] : [[one.roleArn, one]],
    );
    const byClaim = all.find((one) => one.roleArn === undefined);
    return { all, byRole: new Map(withRole), byClaim };
  }
}

/**
 * Whether the provider issued the identity. A provider with a new URL counts as the same while its
 * issuer is unchanged; it is asked in the background.
 */
function spokeFor(
  { provider, settings }: OpenIdProvider,
  { configUrl, claims }: ExternalIdentity,
): boolean {
  if (provider.issuer !== undefined) {
    return provider.issuer === claims.iss?.[0];
  }
  if (settings.configUrl === configUrl) {
    return true;
  }
  // Errors are reported to users who log in.
  provider.discovery().catch(() => undefined);
  return false;
}
