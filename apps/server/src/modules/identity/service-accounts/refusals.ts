import { StorageRequestError } from '@stowage/storage-client/errors';
import { ConsoleError } from '../../../console-error.ts';

interface Meaning {
  readonly field?: string;
  readonly detail: string;
}

const TAKEN: Meaning = { field: 'accessKey', detail: 'This access key is taken.' };
const POLICY: Meaning = { field: 'policy', detail: 'The storage server does not take this policy' };

/** The input field that each of the storage server's error codes concerns. */
const REFUSALS: Readonly<Record<string, Meaning>> = {
  XMinioAdminInvalidAccessKey: { field: 'accessKey', detail: 'The access key is not valid.' },
  XMinioAdminInvalidSecretKey: { field: 'secretKey', detail: 'The secret key is not valid.' },
  XMinioIAMActionNotAllowed: TAKEN,
  XMinioIAMServiceAccountNotAllowed: TAKEN,
  XMinioIAMServiceAccountSessionPolicyTooLarge: {
    field: 'policy',
    detail: 'The policy is too large for a service account',
  },
  XMinioMalformedIAMPolicy: POLICY,
  MalformedPolicy: POLICY,
  XMinioInvalidResource: { detail: 'The storage server does not take a name, a text or a time' },
  XMinioAdminInvalidArgument: { detail: 'The storage server does not take a value' },
  InvalidRequest: { detail: 'The storage server does not take a value' },
};

const MISSING = new Set(['XMinioAdminNoSuchServiceAccount', 'XMinioAdminNoSuchUser']);
/** With 403 this is root's access key, with 404 a missing service account. */
const CREDENTIALS = 'XMinioInvalidIAMCredentials';

/**
 * Awaits a call about a service account and maps errors to their input fields.
 * @throws ConsoleError InvalidInput, NotFound
 */
export async function explained<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw (error instanceof StorageRequestError && meaningOf(error)) || error;
  }
}

function meaningOf(cause: StorageRequestError): ConsoleError | undefined {
  const { code, status, message } = cause;
  if (MISSING.has(code) || (code === CREDENTIALS && status === 404)) {
    const what = code === 'XMinioAdminNoSuchUser' ? 'user' : 'service account';
    return new ConsoleError('NotFound', { detail: `The ${what} does not exist.`, cause });
  }
  const meaning = code === CREDENTIALS ? TAKEN : REFUSALS[code];
  if (meaning === undefined) return undefined;
  const { field } = meaning;
  const detail = meaning.detail.endsWith('.') ? meaning.detail : `${meaning.detail}: ${message}`;
  return new ConsoleError('InvalidInput', { ...(field !== undefined && { field }), detail, cause });
}
