import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '../actions.ts';
import { compileWildcard } from '../wildcard.ts';

/** Actions that policies name; S3 ones may be patterns. */
const LITERAL: ReadonlySet<string> = new Set([
  ...ADMIN_ACTIONS,
  ...KMS_ACTIONS,
  ...STS_ACTIONS,
  'admin:*',
  'kms:*',
  's3:*',
  '*',
]);
const EVERY = [...S3_ACTIONS, ...ADMIN_ACTIONS, ...KMS_ACTIONS, ...STS_ACTIONS];
const BY_LOWER_CASE: ReadonlyMap<string, string> = new Map(
  EVERY.flatMap((action) => [
    [action.toLowerCase(), action],
    // S3 actions can also be found without their service prefix.
    ...(action.startsWith('s3:') ? [[action.slice(3).toLowerCase(), action] as const] : []),
  ]),
);

/** Whether an action in a policy, a name or a pattern, matches any existing action. */
export function isKnownAction(action: string): boolean {
  if (LITERAL.has(action)) return true;
  const matches = compileWildcard(action);
  return S3_ACTIONS.some(matches);
}

/** Returns the intended action if it was written in another case or without its service prefix. */
export function meantAction(written: string): string | undefined {
  return BY_LOWER_CASE.get(written.toLowerCase());
}
