import { Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { zoneName } from '#web/lib/format/dates.ts';
import { translate, useText } from '#web/lib/i18n/messages.ts';
import type { FieldErrors, Fields } from '#web/ui/form/draft-form.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { serviceAccountsText } from './en.ts';
import { policyProblem } from './model/policy-problem.ts';
import {
  isDescriptionWrong,
  isExpirationWrong,
  isNameWrong,
  type ServiceAccountValues,
} from './model/service-account-draft.ts';

const PolicyEditor = lazyPart(
  () => import('#web/entities/policy-editor/policy-editor.tsx'),
  'PolicyEditor',
);

function policyError(policy: string): string | undefined {
  const problem = policyProblem(policy);
  switch (problem?.kind) {
    case undefined:
      return undefined;
    case 'policyEmpty':
    case 'policyTooLarge':
      return translate(serviceAccountsText, `error.${problem.kind}`);
    case 'policyNotJson': {
      const message = translate(serviceAccountsText, 'error.policyNotJson');
      return translate(serviceAccountsText, 'error.policyAt', { line: problem.line, message });
    }
    case 'refused':
      return translate(serviceAccountsText, 'error.policyAt', { ...problem });
  }
}

/** Whether the editor already lists the problem among its findings. */
function isFinding(policy: string): boolean {
  const kind = policyProblem(policy)?.kind;
  return kind === 'policyNotJson' || kind === 'refused';
}

/** Returns the errors of the fields that both forms share, as texts. */
export function serviceAccountErrors(values: ServiceAccountValues): FieldErrors {
  const { name, description, expiration, restrict, policy } = values;
  const said = (wrong: boolean, field: 'name' | 'description' | 'expiration') =>
    wrong ? translate(serviceAccountsText, `error.${field}`) : undefined;
  return {
    name: said(isNameWrong(name), 'name'),
    description: said(isDescriptionWrong(description), 'description'),
    expiration: said(isExpirationWrong(expiration, Date.now()), 'expiration'),
    policy: restrict ? policyError(policy) : undefined,
  };
}

interface FieldsProps {
  readonly fields: Fields<ServiceAccountValues>;
  /** Whether it already has a name and description, which can be changed but not removed. */
  readonly existing: boolean;
}

/** Name, description, expiry. */
export function AboutFields({ fields, existing }: FieldsProps) {
  const t = useText(serviceAccountsText);
  const { input } = fields;
  return (
    <>
      <TextInput
        label={t('field.name')}
        description={t(existing ? 'field.nameKept' : 'field.nameHint')}
        autoComplete="off"
        data-autofocus
        {...input('name')}
      />
      <Textarea
        label={t('field.description')}
        description={t(existing ? 'field.descriptionKept' : 'field.descriptionHint')}
        rows={2}
        {...input('description')}
      />
      <TextInput
        type="datetime-local"
        label={t('field.expiration')}
        description={t('field.expirationHint', { zone: zoneName() })}
        {...input('expiration')}
      />
    </>
  );
}

/** The policy that restricts the user's permissions. */
export function PolicyFields({ fields }: Pick<FieldsProps, 'fields'>) {
  const t = useText(serviceAccountsText);
  const { values, input, checkbox } = fields;
  const { value, onChange, error } = input('policy');
  return (
    <>
      <Switch
        label={t('field.restrict')}
        description={t('field.restrictHint')}
        {...checkbox('restrict')}
      />
      {values.restrict && (
        <div data-path="policy">
          <Suspense fallback={<Skeleton height={240} radius="sm" />}>
            <PolicyEditor
              label={t('field.policy')}
              value={value}
              onChange={onChange}
              error={isFinding(value) ? undefined : error}
            />
          </Suspense>
        </div>
      )}
    </>
  );
}
