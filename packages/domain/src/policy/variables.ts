import { matchWildcard } from '../wildcard.ts';
import { contextName, isPolicyVariable } from './condition-keys.ts';

/**
 * The known context of a request, by condition key without its service prefix ('username',
 * 'SourceIp', 'prefix', 'ExistingObjectTag/project'). Falls back to a case-insensitive match if the
 * exact name is missing.
 */
export type ConditionContext = Readonly<Record<string, readonly string[]>>;

const VARIABLE = /\$\{([^{}]*)\}/g;

/** Returns the request's values for a condition key; empty if unknown. */
export function contextValues(context: ConditionContext, name: string): readonly string[] {
  if (Object.hasOwn(context, name)) return context[name] ?? [];
  const wanted = name.toLowerCase();
  for (const [key, values] of Object.entries(context)) {
    if (key.toLowerCase() === wanted) return values;
  }
  return [];
}

/** Whether the text contains something like ${aws:username}. */
export function hasVariables(text: string): boolean {
  return text.includes('${');
}

/** Substitutes the policy variables that have a value in the request; others are kept verbatim. */
export function substituteVariables(text: string, context: ConditionContext): string {
  return text.replace(VARIABLE, (written, key: string) => variableValue(key, context) ?? written);
}

/**
 * Matches a pattern that contains variables. Wildcards in a variable's value are literal, so no
 * user name can widen a policy.
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
