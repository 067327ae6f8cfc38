import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleError } from '../../console-error.ts';
import type { LoginKeys } from '../../sessions/session.ts';
import type { OpenedSession, Sessions } from '../../sessions/sessions.ts';
import { isLoginRefusal } from '../../upstream/login-refusal.ts';
import type { LoginLimit } from './login-limit.ts';

/** A failure is answered no sooner, whether the name was wrong or the password. */
const FAILURE_MS = 250;

/**
 * Opens a session for these keys.
 * @throws ConsoleError TooManyAttempts, InvalidLogin; what else keeps the storage
 * from answering
 */
export async function logIn(
  sessions: Pick<Sessions, 'open'>,
  limit: LoginLimit,
  keys: LoginKeys,
  address: string,
): Promise<OpenedSession> {
  if (!limit.allows(address, keys.accessKey)) throw new ConsoleError('TooManyAttempts');
  const answerAt = performance.now() + FAILURE_MS;
  try {
    return await sessions.open(keys);
  } catch (error) {
    if (!isLoginRefusal(error)) throw error;
    limit.failed(address, keys.accessKey);
    await pause(Math.max(0, answerAt - performance.now()));
    throw new ConsoleError('InvalidLogin', { cause: error });
  }
}
