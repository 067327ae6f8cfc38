import type { CorsRule } from './rules.ts';

/** What a browser asks for. */
export interface CorsQuestion {
  readonly origin: string;
  readonly method: string;
  /** Names of the headers that it will send; none in the request itself. */
  readonly headers: readonly string[];
}

/** The first rule that allows everything that is asked for. */
export function matchingRule(
  rules: readonly CorsRule[],
  { origin, method, headers }: CorsQuestion,
): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.origins.some((pattern) => matches(pattern, origin)) &&
      rule.methods.includes(method) &&
      headers.every((name) => rule.headers.some((pattern) => matches(pattern, name.toLowerCase()))),
  );
}

/** What the answer tells the browser, names and values in turn. */
export function ruleHeaders(rule: CorsRule, { origin, headers }: CorsQuestion): string[] {
  const everybody = rule.origins.includes('*');
  return [
    'Access-Control-Allow-Origin',
    everybody ? '*' : origin,
    'Access-Control-Allow-Methods',
    rule.methods.join(', '),
    ...(everybody ? [] : ['Access-Control-Allow-Credentials', 'true']),
    ...(headers.length === 0
      ? []
      : ['Access-Control-Allow-Headers', headers.join(', ').toLowerCase()]),
    ...(rule.exposed.length === 0
      ? []
      : ['Access-Control-Expose-Headers', rule.exposed.join(', ')]),
    ...(rule.maxAge === undefined ? [] : ['Access-Control-Max-Age', String(rule.maxAge)]),
  ];
}

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) {
    return pattern === text;
  }
  return (
    text.length >= pattern.length - 1 &&
    text.startsWith(pattern.slice(0, star)) &&
    text.endsWith(pattern.slice(star + 1))
  );
}
