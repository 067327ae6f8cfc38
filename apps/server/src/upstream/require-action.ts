import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import { passesGate } from './effective-policy.ts';
import { keyBounds } from './key-bounds.ts';
import type { StorageAccess } from './storage.ts';

/**
 * Rejects a caller unless the account's policies and the restrictions of the keys definitely allow
 * a server-wide action: for what the console itself stores or does, without asking a storage
 * server.
 * @throws ConsoleError AccessDenied, and the storage client's errors
 */
export async function requireAction(
  storage: Pick<StorageAccess, 'accountOf' | 'clientsOf'>,
  session: Session,
  action: string,
  signal: AbortSignal,
): Promise<void> {
  const { policy, context } = await storage.accountOf(session, signal);
  const refuse = () => new ConsoleError('AccessDenied');
  if (!passesGate(policy, action, context)) throw refuse();
  const { admin } = storage.clientsOf(session);
  const bounds = await keyBounds(admin, session.credentials, signal);
  if (!bounds?.every((bound) => passesGate(bound, action, context))) throw refuse();
}
