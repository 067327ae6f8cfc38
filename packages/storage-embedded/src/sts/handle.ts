import { parseQuery } from '@stowage/storage-wire/uri';
import type { Exchange } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import type { Target } from '../http/target.ts';
import type { Store } from '../store.ts';
import { assumeRole } from './assume-role.ts';
import { assumeRoleWithLdapIdentity } from './assume-role-with-ldap-identity.ts';
import {
  assumeRoleWithClientGrants,
  assumeRoleWithWebIdentity,
} from './assume-role-with-web-identity.ts';
import type { StsAction } from './sts-call.ts';
import { StsError } from './sts-error.ts';

const MAX_BODY_BYTES = 64 * 1024;
const MAX_SHOWN = 100;
const API_VERSION = '2011-06-15';

const ACTIONS: ReadonlyMap<string, StsAction> = new Map([
  ['AssumeRole', assumeRole],
  ['AssumeRoleWithWebIdentity', assumeRoleWithWebIdentity],
  ['AssumeRoleWithClientGrants', assumeRoleWithClientGrants],
  ['AssumeRoleWithLDAPIdentity', assumeRoleWithLdapIdentity],
]);

/** Whether a request is for STS: posted to the root, with parameters in a form or in the query. */
export function isStsCall(
  { method, headers }: Exchange['message'],
  { path, query }: Pick<Target, 'path' | 'query'>,
): boolean {
  const contentType = headers['content-type']?.toLowerCase();
  return (
    method === 'POST' &&
    path === '/' &&
    (contentType?.startsWith('application/x-www-form-urlencoded') === true ||
      query.get('Action')?.startsWith('AssumeRoleWith') === true)
  );
}

/**
 * Answers an STS call.
 *
 * @throws StsError, S3Error if the body or the signature is invalid
 */
export async function handleSts(store: Store, exchange: Exchange, target: Target): Promise<Reply> {
  exchange.otherCall = 'sts.Unknown';
  const body = await exchange.body.read(MAX_BODY_BYTES);
  const form = new Map([...target.query, ...parseQuery(body.toString('utf8'))]);
  const version = form.get('Version') ?? '';
  if (version !== API_VERSION) {
    throw new StsError(
      'MissingParameter',
      `Invalid STS API version ${version.slice(0, MAX_SHOWN)}, expecting ${API_VERSION}`,
    );
  }
  const name = form.get('Action') ?? '';
  const action = ACTIONS.get(name);
  if (action === undefined) {
    throw new StsError('InvalidParameterValue', `Unsupported action ${name.slice(0, MAX_SHOWN)}`);
  }
  exchange.otherCall = `sts.${name}`;
  return action({ store, exchange, target, form, body });
}
