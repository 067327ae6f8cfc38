import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { CorsInput } from '@stowage/contract/schemas/bucket-admin/cors';
import { CORS_METHODS } from '@stowage/domain/cors';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { type FieldErrors, schemaErrors } from '#web/ui/form/draft-form.ts';
import { numberOrNone } from '#web/ui/number-or-none.ts';
import type { corsText } from '../en.ts';

/** A rule as entered. */
export interface RuleDraft {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposed: readonly string[];
  readonly max_age: number | string;
  readonly position: number | string;
  readonly id: string;
}

/** Returns a new rule, which allows reading until more is selected. */
export function newRule(rules: number): RuleDraft {
  return {
    ...{ origins: [], methods: ['GET', 'HEAD'], headers: [], exposed: [] },
    ...{ max_age: '', position: rules + 1, id: '' },
  };
}

export function ruleDraft({ max_age, revision: _revision, ...rule }: CorsRule): RuleDraft {
  return { ...rule, max_age: max_age ?? '' };
}

/** Returns the request in the contract's form, with methods in the order they are offered. */
export function ruleInput({ max_age, position, ...draft }: RuleDraft): CorsInput {
  const age = numberOrNone(max_age);
  return {
    id: draft.id.trim(),
    origins: draft.origins.map((origin) => origin.trim()),
    methods: CORS_METHODS.filter((method) => draft.methods.includes(method)),
    headers: [...draft.headers],
    exposed: [...draft.exposed],
    ...(age !== undefined && { max_age: age }),
    position: numberOrNone(position) ?? 0,
  };
}

type Text = Translate<(typeof corsText)['english']>;

/** Returns the errors in a rule among this many rules. */
export function ruleErrors(t: Text, draft: RuleDraft, places: number): FieldErrors {
  const found = schemaErrors(CorsInput, ruleInput(draft), {
    origins: t('fields.originsError'),
    methods: t('fields.methodsError'),
    headers: t('fields.headersError'),
    exposed: t('fields.exposedError'),
    max_age: t('fields.maxAgeError'),
    position: t('fields.positionError', { max: places }),
    id: t('fields.idError'),
  });
  const isBeyond = (numberOrNone(draft.position) ?? 0) > places;
  // An unreadable number is not the same as none.
  const isNoAge = draft.max_age !== '' && numberOrNone(draft.max_age) === undefined;
  return {
    ...found,
    ...(isNoAge && { max_age: t('fields.maxAgeError') }),
    ...(isBeyond && { position: t('fields.positionError', { max: places }) }),
  };
}
