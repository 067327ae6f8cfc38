import { LDAP } from '../config/ldap-subsystem.ts';
import { OPENID } from '../config/openid-subsystem.ts';
import type { Subsystem } from '../config/subsystem.ts';
import type { Store } from '../store.ts';

/** A kind of identity provider, and the subsystem that configures it. */
export interface ProviderType {
  /** Name in paths of the Admin API. */
  readonly name: 'openid' | 'ldap';
  readonly subsystem: Subsystem;
  /** Returns the role with which clients log in to a target in effect; undefined without one. */
  readonly roleArnOf?: (store: Store, target: string) => string | undefined;
}

const TYPES: readonly ProviderType[] = [
  {
    name: 'openid',
    subsystem: OPENID,
    roleArnOf: ({ openid }, target) =>
      openid.all.find(({ settings }) => settings.name === target)?.roleArn,
  },
  { name: 'ldap', subsystem: LDAP },
];

export function findProviderType(name: string): ProviderType | undefined {
  return TYPES.find((type) => type.name === name);
}
