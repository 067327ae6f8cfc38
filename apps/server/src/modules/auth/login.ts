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
  if (!limit.attempt(address, keys.accessKey)) throw new ConsoleError('TooManyAttempts');
  const answerAt = performance.now() + FAILURE_MS;
  try {
    const opened = await open(sessions, keys);
    limit.forgive(address, keys.accessKey);
    return opened;
  } catch (error) {
    if (!isRefusal(error)) {
      limit.forgive(address, keys.accessKey);
      throw error;
    }
    await pause(Math.max(0, answerAt - performance.now()));
    throw new ConsoleError('InvalidLogin', { cause: error });
  }
}

function isRefusal(error: unknown): boolean {
  return isLoginRefusal(error) || (error instanceof ConsoleError && error.code === 'InvalidLogin');
}

/** The name goes into a header of the signed request; what cannot stand there names nobody. */
async function open(sessions: Pick<Sessions, 'open'>, keys: LoginKeys): Promise<OpenedSession> {
  if (!/^[\x20-\x7e]+$/.test(keys.accessKey)) throw new ConsoleError('InvalidLogin');
  return sessions.open(keys);
}
