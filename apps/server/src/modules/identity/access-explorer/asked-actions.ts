import type { AccessAnswer } from '@stowage/contract/identity/access-explorer';

/** Actions that MinIO decides by checking others, as documented in the policy guide. */
const ASKED_OTHERWISE: ReadonlySet<string> = new Set([
  's3:DeleteObjectVersion',
  's3:GetObjectVersion',
  's3:ListBucketVersions',
]);

/** Admin API calls on the caller's own account: they need no Allow, only the absence of a Deny. */
const ABOUT_ONESELF: ReadonlySet<string> = new Set([
  'admin:CreateServiceAccount',
  'admin:CreateUser',
  'admin:GetUser',
  'admin:ListServiceAccounts',
]);

/** Whether MinIO checks a different action instead of this one. */
export function isAskedOtherwise(action: string): boolean {
  return ASKED_OTHERWISE.has(action);
}

/** Whether all users may do this to their own account unless denied. */
export function isAboutOneself(action: string): boolean {
  return ABOUT_ONESELF.has(action);
}

/**
 * MinIO's decision on a request that needs the action, based on the policies' answers for single
 * actions.
 */
export function answerOfMinio(action: string, ask: (action: string) => AccessAnswer): AccessAnswer {
  const own = ask(action);
  switch (action) {
    case 's3:GetObjectVersion':
      return ask('s3:GetObject');
    case 's3:DeleteObjectVersion':
      return unlessDenied(ask('s3:DeleteObject'), own);
    case 's3:ListBucketVersions':
      return oneOf(own, ask('s3:ListBucket'));
    default:
      return own;
  }
}

/** One action decides, but a Deny of the other also counts. */
function unlessDenied(deciding: AccessAnswer, other: AccessAnswer): AccessAnswer {
  if (deciding.verdict === 'denied' || other.reason === 'deny') {
    return deciding.verdict === 'denied' ? deciding : other;
  }
  const perhaps = other.statements.some(({ effect }) => effect === 'Deny');
  return perhaps ? { ...other, verdict: 'unknown', reason: 'depends' } : deciding;
}

/** An Allow of either suffices. */
function oneOf(first: AccessAnswer, second: AccessAnswer): AccessAnswer {
  const both = [first, second];
  const told = both.find(({ verdict }) => verdict === 'allowed');
  return told ?? both.find(({ verdict }) => verdict !== 'denied') ?? first;
}
