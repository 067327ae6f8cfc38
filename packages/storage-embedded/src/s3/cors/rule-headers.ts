import type { CorsQuestion, CorsRule } from '@stowage/domain/cors';

/** Returns the CORS response headers, names and values alternating. */
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
