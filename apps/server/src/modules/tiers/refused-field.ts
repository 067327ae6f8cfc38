import { ConsoleError } from '../../console-error.ts';
import { hasCode } from '../../upstream/has-code.ts';

const WRONG_FORM = 'XMinioAdminTierInvalidConfig';

/** What the server's sentence about a field has in it; the first that is found counts. */
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

/** The credentials of a tier that exists have these names. */
const OF_EXISTING: Readonly<Record<string, string>> = {
  accesskey: 'access_key',
  accountname: 'access_key',
  accountkey: 'secret_key',
};

/**
 * Waits for a tier to be taken, or its credentials.
 *
 * @throws ConsoleError InvalidInput with the field whose form is wrong
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
