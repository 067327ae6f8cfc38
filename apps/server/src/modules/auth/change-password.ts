import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../console-error.ts';
import type { RecordSecurityEvent } from '../../security-log/security-event.ts';
import type { Session } from '../../sessions/session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { hasCode } from '../../upstream/has-code.ts';
import type { Storage } from '../../upstream/storage.ts';
import { LOGIN_WINDOW_SECONDS, type LoginLimit } from './login-limit.ts';

export interface ChangePasswordDependencies {
  readonly storage: Pick<Storage, 'changeOwnSecret'>;
  readonly sessions: Pick<Sessions, 'changeKeys' | 'endOthers'>;
  readonly limit: LoginLimit;
  readonly record: RecordSecurityEvent;
}

/** The entered passwords and their context. */
export interface PasswordChange {
  readonly session: Session;
  readonly current: string;
  readonly next: string;
  readonly address: string;
}

/**
 * Changes the password of the session's own account. The session continues with the new one; the
 * account's other sessions end.
 * @returns false if the session could not be kept: the password has been changed nevertheless
 * @throws ConsoleError WrongPassword, TooManyAttempts, ManagedElsewhere, InvalidInput
 */
export type ChangePassword = (change: PasswordChange, signal: AbortSignal) => Promise<boolean>;

export function createChangePassword(dependencies: ChangePasswordDependencies): ChangePassword {
  const { storage, sessions, limit, record } = dependencies;
  return async ({ session, current, next, address }, signal) => {
    const account = session.accountName;
    // A hijacked session must not be usable for guessing passwords.
    const attempt = await limit.begin(address, account);
    if (!attempt) throw new ConsoleError('TooManyAttempts', { retryAfter: LOGIN_WINDOW_SECONDS });
    await attempt.wait(signal);
    try {
      await storage.changeOwnSecret(session, current, next);
    } catch (error) {
      if (isWrong(error)) {
        record({ event: 'password.refused', account, address });
        throw new ConsoleError('WrongPassword', { field: 'current_secret_key', cause: error });
      }
      await attempt.undecided();
      throw explained(error);
    }
    await attempt.succeeded();
    record({ event: 'password.changed', account, address });
    const kept = await keep(session, next);
    const ended = await sessions.endOthers(session);
    if (ended > 0) {
      const reason = `password changed: ${ended}`;
      record({ event: 'session.revoked', account, address, reason });
    }
    return kept;
  };

  async function keep(session: Session, secretKey: string): Promise<boolean> {
    try {
      return await sessions.changeKeys(session, { accessKey: session.accountName, secretKey });
    } catch {
      return false;
    }
  }
}

function isWrong(error: unknown): boolean {
  return hasCode(error, 'SignatureDoesNotMatch');
}

/** Maps the storage server's rejections. */
function explained(error: unknown): unknown {
  if (!(error instanceof StorageRequestError)) return error;
  switch (error.code) {
    case 'XMinioAdminInvalidSecretKey':
      return new ConsoleError('InvalidInput', {
        field: 'new_secret_key',
        detail: error.message,
        cause: error,
      });
    case 'XMinioInvalidIAMCredentials':
      return new ConsoleError('ManagedElsewhere', {
        detail: 'The password of the root account is set where the storage server is started.',
        cause: error,
      });
    case 'InvalidAccessKeyId':
      return new ConsoleError('ManagedElsewhere', {
        detail: 'The storage server has no password of this account.',
        cause: error,
      });
    default:
      return error;
  }
}
