import { ADMIN_ACTIONS, KMS_ACTIONS, S3_ACTIONS, STS_ACTIONS } from '../actions.ts';
import { compileWildcard } from '../wildcard.ts';

/** Actions that are written out in policies; those of S3 may be patterns. */
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
    // Without its service, the first of the name.
    ...(action.startsWith('s3:') ? [[action.slice(3).toLowerCase(), action] as const] : []),
  ]),
);

/** Whether an action of a policy, a name or a pattern, stands for any action there is. */
export function isKnownAction(action: string): boolean {
  if (LITERAL.has(action)) return true;
  const matches = compileWildcard(action);
  return S3_ACTIONS.some(matches);
}

/** The action that somebody meant who wrote it in another case or without its service. */
export function meantAction(written: string): string | undefined {
  return BY_LOWER_CASE.get(written.toLowerCase());
}
