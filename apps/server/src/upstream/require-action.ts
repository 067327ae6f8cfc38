import { evaluate } from '@stowage/domain/policy';
import { ConsoleError } from '../console-error.ts';
import type { Session } from '../sessions/session.ts';
import type { StorageAccess } from './storage.ts';

/**
 * Refuses a caller whose policies do not allow an action of the whole server: for what the console
 * keeps itself, about which no storage server is asked.
 * @throws ConsoleError AccessDenied, and what the storage client throws
 */
export async function requireAction(
  storage: Pick<StorageAccess, 'accountOf'>,
  session: Session,
  action: string,
  signal: AbortSignal,
): Promise<void> {
  const { policy, context } = await storage.accountOf(session, signal);
  if (evaluate(policy.documents, { action, context }) !== 'allow') {
    throw new ConsoleError('AccessDenied');
  }
}
