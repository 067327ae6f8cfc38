import type { TierCredentials, TierType } from '@stowage/contract/tiers';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FieldList } from '#web/ui/form/field-list.tsx';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type TierKey, useSetTierCredentials } from './api.ts';
import { type CredentialValues, credentialSpecs } from './credential-specs.ts';
import { tiersText } from './en.ts';
import { credentialErrors, emptyDraft } from './model/tier-draft.ts';

function credentialsBody(type: TierType, values: CredentialValues): TierCredentials {
  switch (type) {
    case 'gcs':
      return { creds: values.creds?.text ?? '' };
    case 'azure':
      return {
        access_key: values.accountname.trim(),
        secret_key: values.accountkey.text ?? '',
      };
    default:
      return { access_key: values.accesskey.trim(), secret_key: values.secretkey.text ?? '' };
  }
}

/** Returns the input for a field that has a different name in the request body. */
function inputOf(type: TierType, field: string): string {
  const isAccount = type === 'azure';
  if (field === 'access_key') return isAccount ? 'accountname' : 'accesskey';
  if (field === 'secret_key') return isAccount ? 'accountkey' : 'secretkey';
  return field;
}

interface CredentialsDialogProps extends DialogFrame {
  readonly tier: TierKey;
}

/** Replaces the credentials of a tier, the only part of it that can be changed. */
export function CredentialsDialog({ tier, ...frame }: CredentialsDialogProps) {
  const { type, name } = tier;
  const t = useText(tiersText);
  const save = useSetTierCredentials(tier);
  const unknown = name === '' ? t('credentials.unknown') : undefined;
  const form = useDraftForm({
    state: tier,
    valuesOf: (): CredentialValues => emptyDraft(type),
    errorsOf: (values) => ({
      ...credentialErrors(type, values, (field) => t(`required.${field}`)),
      ...(unknown !== undefined && { tier: unknown }),
    }),
  });
  return (
    <FormDialog
      {...frame}
      title={t('credentials.title')}
      submitLabel={t('credentials.save')}
      form={{ ...form, refuse: (field, error) => form.refuse(inputOf(type, field), error) }}
      busy={save.isPending}
      onSubmit={() =>
        save.mutate(
          credentialsBody(type, form.values),
          savedAndClosed(t('credentials.done', { name }), frame),
        )
      }
    >
      {unknown === undefined ? (
        <p>{t('credentials.of', { name, type })}</p>
      ) : (
        <p role="alert">{unknown}</p>
      )}
      <FieldList specs={credentialSpecs(type, t)} fields={form} />
    </FormDialog>
  );
}
