import { ConsoleError } from '../../console-error.ts';
import { hasCode } from '../../upstream/has-code.ts';

const WRONG_FORM = 'XMinioAdminTierInvalidConfig';

/** Patterns in the server's message for each field; the first match counts. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bcredentials file\b/i, 'creds'],
  [/\bkey of an account\b/i, 'accountkey'],
  [/\baccount of Azure\b/i, 'accountname'],
  [/\baccess key\b/i, 'accesskey'],
  [/\bendpoint\b/i, 'endpoint'],
  [/\b(?:bucket|container)\b/i, 'bucket'],
  [/\bregion\b/i, 'region'],
  [/\bstorage class\b/i, 'storageclass'],
  [/\bname\b/i, 'name'],
];

/** The names of these credentials for an existing tier. */
const OF_EXISTING: Readonly<Record<string, string>> = {
  accesskey: 'access_key',
  accountname: 'access_key',
  accountkey: 'secret_key',
};

/**
 * Awaits a call that sends a tier or its credentials.
 *
 * @throws ConsoleError InvalidInput with the invalid field
 */
export async function refusedField(tier: 'new' | 'existing', call: Promise<void>): Promise<void> {
  try {
    await call;
  } catch (cause) {
    if (!hasCode(cause, WRONG_FORM)) throw cause;
    const found = WORDS.find(([words]) => words.test(cause.message))?.[1];
    const field =
      found !== undefined && tier === 'existing' ? (OF_EXISTING[found] ?? found) : found;
    throw new ConsoleError('InvalidInput', {
      ...(field !== undefined && { field }),
      detail: cause.message,
      cause,
    });
  }
}
