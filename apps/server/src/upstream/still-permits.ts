import { couldAllow } from '@stowage/domain/policy';
import type { Session } from '../sessions/session.ts';
import type { StorageAccess } from './storage.ts';

const PATIENCE_MS = 10_000;

/**
 * Whether the policies of a session may still allow an action: checked while a stream is open,
 * which the storage server authorised only at its start.
 */
export function stillPermits(storage: Pick<StorageAccess, 'accountOf'>) {
  return async (session: Session, action: string): Promise<boolean> => {
    const { policy } = await storage.accountOf(session, AbortSignal.timeout(PATIENCE_MS));
    return couldAllow(policy.documents, [action]);
  };
}
