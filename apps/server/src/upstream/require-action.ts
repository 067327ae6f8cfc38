import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import { passesGate } from './effective-policy.ts';
import { keyBounds } from './key-bounds.ts';
import type { StorageAccess } from './storage.ts';

/**
 * Refuses a caller whom the policies of the account and what bounds the keys do not allow an action of
 * the whole server for certain: for what the console keeps or does itself, about which no storage
 * server is asked.
 * @throws ConsoleError AccessDenied, and what the storage client throws
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
