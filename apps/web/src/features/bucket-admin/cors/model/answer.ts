import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { type CorsQuestion, corsMismatch, matchingCorsRule } from '@stowage/domain/cors';

/** How far the rules match a request. */
export type CorsAnswer =
  | { readonly rule: CorsRule }
  | { readonly miss: 'origin' }
  | { readonly miss: 'method' | 'header'; readonly nearest: CorsRule; readonly header: string };

/**
 * Returns the rule that matches a browser's request, otherwise the closest one and what it lacks.
 */
export function answerOf(rules: readonly CorsRule[], question: CorsQuestion): CorsAnswer {
  const rule = matchingCorsRule(rules, question);
  if (rule !== undefined) return { rule };
  const missing = (why: 'header' | 'method') =>
    rules.find((one) => corsMismatch(one, question) === why);
  const miss = missing('header') ? 'header' : 'method';
  const nearest = missing(miss);
  if (nearest === undefined) return { miss: 'origin' };
  const isRefused = (name: string) =>
    corsMismatch(nearest, { ...question, headers: [name] }) === 'header';
  return { miss, nearest, header: question.headers.find(isRefused) ?? '' };
}
