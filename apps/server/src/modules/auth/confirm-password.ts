import { ConsoleError } from '../../console-error.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import { canProve, type Session } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { isLoginRefusal } from '../../upstream/login-refusal.ts';
import { LOGIN_WINDOW_SECONDS, type LoginLimit } from './login-limit.ts';

export interface ConfirmPasswordDependencies {
  readonly sessions: Pick<Sessions, 'prove'>;
  readonly limit: LoginLimit;
  readonly record: RecordSecurityEvent;
}

/** The entered password and its context. */
export interface PasswordConfirmation {
  readonly session: Session;
  readonly secretKey: string;
  readonly address: string;
}

/**
 * Allows a session destructive operations for some more minutes if the password is right.
 * @throws ConsoleError WrongPassword, TooManyAttempts, NotSupported; errors that keep the storage
 *    server from responding
 */
export type ConfirmPassword = (
  confirmation: PasswordConfirmation,
  signal: AbortSignal,
) => Promise<void>;

export function createConfirmPassword(dependencies: ConfirmPasswordDependencies): ConfirmPassword {
  const { sessions, limit, record } = dependencies;

  async function isRight(session: Session, secretKey: string): Promise<boolean> {
    try {
      return await sessions.prove(session, { accessKey: session.accountName, secretKey });
    } catch (error) {
      if (isLoginRefusal(error)) return false;
      throw error;
    }
  }

  return async ({ session, secretKey, address }, signal) => {
    const account = session.accountName;
    if (!canProve(session)) {
      throw new ConsoleError('NotSupported', { detail: 'This login has no password.' });
    }
    // A hijacked session must not be usable for guessing passwords.
    const attempt = await limit.begin(address, account);
    if (!attempt) throw new ConsoleError('TooManyAttempts', { retryAfter: LOGIN_WINDOW_SECONDS });
    await attempt.wait(signal);
    try {
      if (await isRight(session, secretKey)) return await attempt.succeeded();
    } catch (error) {
      await attempt.undecided();
      throw error;
    }
    record({ event: 'password.refused', account, address });
    throw new ConsoleError('WrongPassword', { field: 'secretKey' });
  };
}
