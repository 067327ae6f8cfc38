import type { Capabilities } from '@stowage/domain/capabilities';
import type { Sealer } from '../state/sealer.ts';
import type { SessionStore } from '../state/session-store.ts';
import { seal, unseal } from './sealed-session.ts';
import type { Session } from './session.ts';

/**
 * Creates a function that stores a server's capabilities with its session. Of concurrent changes
 * one wins.
 */
export function capabilityKeeper(store: SessionStore, sealer: Sealer) {
  return async ({ key }: Session, capabilities: Capabilities): Promise<void> => {
    const stored = await store.find(key);
    const held = stored && unseal(sealer, stored);
    if (!held) return;
    await store.reseal(key, stored.revision, seal(sealer, key, { ...held, capabilities }));
  };
}
