import { setTimeout as pause } from 'node:timers/promises';
import { ConsoleError } from '../../console-error.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { Login, OpenedSession, Sessions } from '../../sessions/sessions.ts';
import { isLoginRefusal } from '../../upstream/login-refusal.ts';
import { LOGIN_WINDOW_SECONDS, type LoginLimit } from './login-limit.ts';

/** The minimum time to a failure response, whether the name or the password was wrong. */
const FAILURE_MS = 250;

export interface LogInDependencies {
  readonly sessions: Pick<Sessions, 'open'>;
  readonly limit: LoginLimit;
  readonly record: RecordSecurityEvent;
}

/**
 * Opens a session, after a delay if there were many failures before.
 * @throws ConsoleError TooManyAttempts, InvalidLogin; other errors that keep the storage from
 *    responding
 */
export type LogIn = (login: Login, signal: AbortSignal) => Promise<OpenedSession>;

export function createLogIn({ sessions, limit, record }: LogInDependencies): LogIn {
  return async (login, signal) => {
    const { address } = login.client;
    const account = login.accountName;
    const attempt = await limit.begin(address, account);
    if (!attempt) throw new ConsoleError('TooManyAttempts', { retryAfter: LOGIN_WINDOW_SECONDS });
    await attempt.wait(signal);
    const answerAt = performance.now() + FAILURE_MS;
    try {
      const opened = await open(sessions, login);
      await attempt.succeeded();
      record({ event: 'login.succeeded', account, address });
      return opened;
    } catch (error) {
      if (!isRefusal(error)) {
        await attempt.undecided();
        throw error;
      }
      record({ event: 'login.failed', account, address });
      await pause(Math.max(0, answerAt - performance.now()));
      throw new ConsoleError('InvalidLogin', { cause: error });
    }
  };
}

function isRefusal(error: unknown): boolean {
  return isLoginRefusal(error) || (error instanceof ConsoleError && error.code === 'InvalidLogin');
}

/** The name is sent in a header of the signed request; no user has a name that is invalid there. */
async function open(sessions: Pick<Sessions, 'open'>, login: Login): Promise<OpenedSession> {
  if (/\p{Cc}/u.test(login.accountName)) throw new ConsoleError('InvalidLogin');
  return sessions.open(login);
}
