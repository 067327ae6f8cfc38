import type { AdminClient } from '@stowage/storage-client/admin';
import { z } from 'zod';
import type { SessionCredentials } from '../sessions/session.ts';
import { type EffectivePolicy, readEffectivePolicy } from './effective-policy.ts';

const Claims = z.object({ sessionPolicy: z.string().optional() });

/**
 * What the keys of a session may do at most: each of these must allow it besides the policies of
 * their account, which are all that the storage server tells unasked.
 * @returns undefined where nobody can tell
 */
export async function keyBounds(
  admin: Pick<AdminClient, 'getServiceAccount'>,
  credentials: SessionCredentials,
  signal: AbortSignal,
): Promise<readonly EffectivePolicy[] | undefined> {
  switch (credentials.source) {
    case 'assume-role':
    case 'ldap':
    case 'web-identity':
      // The console asked for them, without a policy.
      return [];
    case 'temporary':
      return ofToken(credentials.sessionToken);
    case 'service-account':
      return ofServiceAccount(admin, credentials.accessKey, signal);
    case 'keys':
      // Of a server without STS, which has no rights of administration either.
      return undefined;
  }
}

/** The server signed the token and takes it with each call, so that its claims are true. */
function ofToken(token = ''): readonly EffectivePolicy[] | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const { sessionPolicy } = Claims.parse(JSON.parse(textOf(payload)));
    return sessionPolicy === undefined ? [] : [policyOf(textOf(sessionPolicy))];
  } catch {
    return undefined;
  }
}

async function ofServiceAccount(
  admin: Pick<AdminClient, 'getServiceAccount'>,
  accessKey: string,
  signal: AbortSignal,
): Promise<readonly EffectivePolicy[] | undefined> {
  const account = await admin.getServiceAccount({ accessKey, signal });
  if (account.impliedPolicy) return [];
  return account.inheritedPolicies > 0 ? undefined : [policyOf(account.policy)];
}

function textOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}

function policyOf(text: string): EffectivePolicy {
  return readEffectivePolicy(JSON.parse(text));
}
