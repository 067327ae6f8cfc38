import { matchWildcard } from '../wildcard.ts';
import { contextName, isPolicyVariable } from './condition-keys.ts';

/**
 * What is known about a request, by condition key without its service prefix
 * ('username', 'SourceIp', 'prefix', 'ExistingObjectTag/project'). Case is ignored
 * where the exact name is not there.
 */
export type ConditionContext = Readonly<Record<string, readonly string[]>>;

const VARIABLE = /\$\{([^{}]*)\}/g;

/** The request's values for a condition key; none when it is not known. */
export function contextValues(context: ConditionContext, name: string): readonly string[] {
  if (Object.hasOwn(context, name)) return context[name] ?? [];
  const wanted = name.toLowerCase();
  for (const [key, values] of Object.entries(context)) {
    if (key.toLowerCase() === wanted) return values;
  }
  return [];
}

/** Whether the text holds something like ${aws:username}. */
export function hasVariables(text: string): boolean {
  return text.includes('${');
}

/**
 * Replaces the policy variables that the request gives a value for; the others
 * stay as they are written.
 */
export function substituteVariables(text: string, context: ConditionContext): string {
  return text.replace(VARIABLE, (written, key: string) => variableValue(key, context) ?? written);
}

/**
 * Matches a pattern that holds variables. Wildcards in a variable's value are
 * ordinary characters, so that no user name can widen a policy.
 */
export function matchWithVariables(
  pattern: string,
  text: string,
  context: ConditionContext,
): boolean {
  let filled = '';
  let copied = 0;
  const literals = new Set<number>();
  for (const found of pattern.matchAll(VARIABLE)) {
    filled += pattern.slice(copied, found.index);
    const value = variableValue(found[1] ?? '', context) ?? found[0];
    for (let i = 0; i < value.length; i += 1) literals.add(filled.length + i);
    filled += value;
    copied = found.index + found[0].length;
  }
  return matchWildcard(filled + pattern.slice(copied), text, literals);
}

function variableValue(key: string, context: ConditionContext): string | undefined {
  if (!isPolicyVariable(key)) return undefined;
  const value = contextValues(context, contextName(key))[0];
  return value === undefined || value === '' ? undefined : value;
}
