import type { AdminClient } from '@stowage/storage-client/admin';
import { z } from 'zod';
import type { SessionCredentials } from '../sessions/session.ts';
import { type EffectivePolicy, readEffectivePolicy } from './effective-policy.ts';

const Claims = z.object({ sessionPolicy: z.string().optional() });

/**
 * Returns the policies that restrict a session's keys: each must allow an action in addition to the
 * account's policies, which are all that the storage server reports by itself.
 * @returns undefined if they cannot be determined
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
      // The console requested them without a policy.
      return [];
    case 'temporary':
      return ofToken(credentials.sessionToken);
    case 'service-account':
      return ofServiceAccount(admin, credentials.accessKey, signal);
    case 'keys':
      // From a server without STS, which has no admin permissions either.
      return undefined;
  }
}

/** The server signed the token and validates it with each call, so its claims can be trusted. */
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
