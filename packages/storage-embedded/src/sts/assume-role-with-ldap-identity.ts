import { setTimeout as pause } from 'node:timers/promises';
import { DirectoryError } from '@stowage/directory/directory-error';
import type { Reply } from '../http/reply.ts';
import { beginSession } from './begin-session.ts';
import { credentialsReply } from './credentials-reply.ts';
import { isTooLong, MAX_IDENTITY_LENGTH } from './identity-length.ts';
import { readExpiry, readSessionFields } from './session-fields.ts';
import type { StsCall } from './sts-call.ts';
import { StsError } from './sts-error.ts';

/** Minimum time of a refusal, so that timing does not reveal whether a name exists. */
const REFUSED_MS = 500;
/** Failures of name or password; clients do not learn which. */
const NOT_LET_IN = new Set(['user-missing', 'user-ambiguous', 'password-wrong']);

/**
 * AssumeRoleWithLDAPIdentity: issues temporary credentials to a user who logs in to the directory.
 *
 * @throws StsError
 */
export async function assumeRoleWithLdapIdentity(call: StsCall): Promise<Reply> {
  const { store, exchange, form } = call;
  const { ldap } = store;
  const name = form.get('LDAPUsername') ?? '';
  const password = form.get('LDAPPassword') ?? '';
  if (name === '' || password === '') {
    throw new StsError('MissingParameter', 'LDAPUsername and LDAPPassword cannot be empty');
  }
  if (!ldap.enabled) {
    throw new StsError('InvalidParameterValue', 'LDAP is not enabled');
  }
  const expiresAt = readExpiry(form, Date.now() + ldap.sessionMs);
  const fields = readSessionFields(form);
  const user = await login(call, name, password);
  const external = ldap.identityOf(user);
  if (isTooLong(external)) {
    const reason = `The user_dn_attributes of this user are longer than ${MAX_IDENTITY_LENGTH} characters.`;
    store.log('warn', reason, { user: user.dn });
    throw new StsError('InvalidParameterValue', reason);
  }
  if (ldap.users.policyNames(user).size === 0) {
    throw new StsError('AccessDenied', 'Neither this user nor one of their groups has a policy.');
  }
  const credentials = await beginSession(store, () => ({
    ...{ parent: user.dn, generation: '', expiresAt, external },
    ...fields,
  }));
  return credentialsReply(exchange, { action: 'AssumeRoleWithLDAPIdentity', credentials });
}

async function login({ store: { ldap, log } }: StsCall, name: string, password: string) {
  const refusedAt = performance.now() + REFUSED_MS;
  try {
    return await ldap.login(name, password);
  } catch (error) {
    if (!(error instanceof DirectoryError)) {
      throw error;
    }
    if (NOT_LET_IN.has(error.failure)) {
      await pause(Math.max(0, refusedAt - performance.now()));
      throw new StsError('AccessDenied', 'The directory does not let this user in.');
    }
    log('warn', 'The directory could not be asked for a login.', { error });
    throw new StsError('ServiceUnavailable', 'The directory cannot be asked.');
  }
}
