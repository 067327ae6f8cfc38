import { MAX_POLICY_BYTES } from '@stowage/contract/bucket-admin/settings';
import { type LintFacts, lintPolicy, type PolicyFinding } from '@stowage/domain/policy/lint';
import { formatSize } from '#web/lib/format/sizes.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { jsonPlaces, type TextPlace } from '#web/lib/json/json-places.ts';
import { policyEditorText } from './en.ts';

/** A finding in the policy text, with its position. */
export interface PlacedFinding {
  readonly kind: PolicyFinding['kind'];
  readonly place: TextPlace;
  readonly message: string;
}

/**
 * Returns the errors and probable mistakes in a policy, in line order.
 *
 * @param facts the bucket names if known, and the bucket whose policy it is
 */
export function policyFindings(text: string, facts: LintFacts = {}): readonly PlacedFinding[] {
  if (text.trim() === '') return [];
  const places = jsonPlaces(text);
  if (places.errorPlace !== undefined) {
    const message = translate(policyEditorText, 'error.notJson');
    return [{ kind: 'error', place: places.errorPlace, message }];
  }
  const found = new Map<string, PlacedFinding>();
  for (const finding of lintPolicy(text, facts)) {
    const place = places.placeOf(finding.field);
    const message = messageOf(finding);
    found.set(`${place.line} ${message}`, { kind: finding.kind, place, message });
  }
  return [...found.values()].sort((a, b) => a.place.line - b.place.line);
}

function messageOf(finding: PolicyFinding): string {
  if (finding.kind === 'error') return finding.message;
  const { code, subject, meant = '' } = finding;
  const key = code === 'unknown-action' && meant !== '' ? 'unknown-action-meant' : code;
  return translate(policyEditorText, `warning.${key}`, { subject, meant });
}

/**
 * Returns why a policy cannot be saved; undefined if it can. Violations of the policy language are
 * shown by the editor but decided by the server, which may support more of it.
 */
export function policyTextError(text: string): string | undefined {
  const t = (key: 'empty' | 'notJson') => translate(policyEditorText, `error.${key}`);
  if (text.trim() === '') return t('empty');
  if (new TextEncoder().encode(text).length > MAX_POLICY_BYTES) {
    const limit = formatSize(MAX_POLICY_BYTES);
    return translate(policyEditorText, 'error.tooLong', { limit });
  }
  const { errorPlace } = jsonPlaces(text);
  if (errorPlace === undefined) return undefined;
  const { line } = errorPlace;
  return translate(policyEditorText, 'error.at', { line, message: t('notJson') });
}
