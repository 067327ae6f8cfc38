import type { Approve } from '../config/config-store.ts';
import { refuseWrongDirectory } from '../identity-providers/ldap/approve-directory.ts';
import {
  refuseBadProviders,
  refuseClashingProviders,
} from '../identity-providers/openid/approve-providers.ts';
import { refuseUnreachable, refuseUsedTargets } from '../notifications/approve-config.ts';
import type { Store } from '../store.ts';

/** Returns the checks for settings from any source. */
export function approveAny({ notifications, config }: Store): Approve {
  return async (changes) => {
    refuseUsedTargets(notifications, changes);
    refuseClashingProviders(config, changes);
  };
}

/**
 * Returns the checks for settings that are being set interactively, which must also work right
 * away.
 */
export function approveSet(store: Store): Approve {
  return async (changes) => {
    await approveAny(store)(changes);
    await refuseUnreachable(changes);
    await refuseBadProviders(store.identities, changes);
    await refuseWrongDirectory(changes);
  };
}
