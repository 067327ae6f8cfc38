import { lintPolicy } from '@stowage/domain/policy/lint';
import { jsonPlaces } from '#web/lib/json/json-places.ts';

const MAX_BYTES = 4096;

export type PolicyProblem =
  | { readonly kind: 'policyEmpty' | 'policyTooLarge' }
  | { readonly kind: 'policyNotJson' | 'refused'; readonly line: number; readonly message: string };

/** Returns the error in a service account's policy; undefined if there is none. */
export function policyProblem(text: string): PolicyProblem | undefined {
  if (text.trim() === '') return { kind: 'policyEmpty' };
  const places = jsonPlaces(text);
  if (places.errorPlace !== undefined) {
    return { kind: 'policyNotJson', line: places.errorPlace.line, message: '' };
  }
  if (new TextEncoder().encode(JSON.stringify(JSON.parse(text))).length > MAX_BYTES) {
    return { kind: 'policyTooLarge' };
  }
  const error = lintPolicy(text).find(({ kind }) => kind === 'error');
  if (error?.kind !== 'error') return undefined;
  return { kind: 'refused', line: places.placeOf(error.field).line, message: error.message };
}
