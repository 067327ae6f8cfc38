import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { type CorsQuestion, corsMismatch, matchingCorsRule } from '@stowage/domain/cors';

/** How far the rules go with a question. */
export type CorsAnswer =
  | { readonly rule: CorsRule }
  | { readonly miss: 'origin' }
  | { readonly miss: 'method' | 'header'; readonly nearest: CorsRule; readonly header: string };

/** The rule that answers a browser; where none does, the one that comes nearest, and what it lacks. */
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
