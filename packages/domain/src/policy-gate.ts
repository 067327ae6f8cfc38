import { compilePolicy } from './policy/compile.ts';
import { evaluate, type PolicyDocument, type PolicyRequest } from './policy.ts';

/**
 * Whether a user's policies definitely allow an action, whatever is unknown about the request. Use
 * it to guard access; `evaluate` and `couldAllow` serve to show what is available. A deny whose
 * condition cannot be decided denies, on any resource; an allow whose condition cannot be decided
 * allows nothing.
 */
export function surelyAllows(
  policies: readonly PolicyDocument[],
  request: Pick<PolicyRequest, 'action' | 'context'>,
): boolean {
  const { action, context } = request;
  const statements = policies.flatMap((policy) => compilePolicy(policy));
  const canBeDenied = statements.some(
    ({ deny, matchesAction, conditions }) =>
      deny &&
      matchesAction(action) &&
      conditions.every((condition) => !condition.isDecided(context) || condition.holds(context)),
  );
  if (canBeDenied) return false;
  return statements.some(
    ({ deny, conditions, source }) =>
      !deny &&
      conditions.every((condition) => condition.isDecided(context)) &&
      evaluate([{ Version: '2012-10-17', Statement: [source] }], request) === 'allow',
  );
}
