import type { Approve } from '../config/config-store.ts';
import { refuseUnreachable, refuseUsedTargets } from '../notifications/approve-config.ts';
import type { Store } from '../store.ts';

/** What stands against settings, wherever they come from. */
export function approveAny({ notifications }: Store): Approve {
  return async (changes) => refuseUsedTargets(notifications, changes);
}

/** The same for what somebody sets now, who expects that it works. */
export function approveSet(store: Store): Approve {
  return async (changes) => {
    await approveAny(store)(changes);
    await refuseUnreachable(changes);
  };
}
