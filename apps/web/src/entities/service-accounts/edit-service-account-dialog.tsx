import { Switch } from '@mantine/core';
import type { ServiceAccountDetails } from '@stowage/contract/identity/service-accounts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { useLoadServiceAccount, useUpdateServiceAccount } from './api.ts';
import { serviceAccountsText } from './en.ts';
import {
  type EditedServiceAccountValues,
  editedValues,
  serviceAccountChange,
} from './model/service-account-draft.ts';
import { AboutFields, PolicyFields, serviceAccountErrors } from './service-account-fields.tsx';

interface EditServiceAccountDialogProps extends DialogFrame {
  /** The current state. */
  readonly details: ServiceAccountDetails;
}

/** Errors specific to editing. */
function useEditErrors(details: ServiceAccountDetails) {
  const t = useText(serviceAccountsText);
  return (values: EditedServiceAccountValues) => {
    const before = editedValues(details);
    const errors = serviceAccountErrors(values);
    const removed = (field: 'name' | 'description') =>
      before[field] !== '' && values[field] === '' ? t('error.removed') : errors[field];
    return {
      ...errors,
      name: removed('name'),
      description: removed('description'),
      // An expiry in the past or near future may be kept.
      expiration: values.expiration === before.expiration ? undefined : errors.expiration,
    };
  };
}

/** Edits the name, expiry, status and policy of a service account. */
export function EditServiceAccountDialog({ details, ...frame }: EditServiceAccountDialogProps) {
  const t = useText(serviceAccountsText);
  const form = useDraftForm({
    state: details,
    valuesOf: editedValues,
    errorsOf: useEditErrors(details),
  });
  const { accessKey } = details;
  const load = useLoadServiceAccount();
  const update = useUpdateServiceAccount(accessKey);
  const save = () =>
    update.mutate(
      { ...serviceAccountChange(form.base, form.values), revision: form.base.revision },
      savedAndClosed(t('edit.done'), frame),
    );
  const count = form.base.inheritedPolicies;
  return (
    <FormDialog
      {...frame}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      form={form}
      onSubmit={save}
      busy={update.isPending}
      onReload={form.restartWith(() => load(accessKey))}
      size="lg"
    >
      <Switch label={t('field.enabled')} {...form.checkbox('enabled')} />
      <AboutFields fields={form} existing />
      {count > 0 && <WarningNote>{t('edit.inherited', { count })}</WarningNote>}
      <PolicyFields fields={form} />
    </FormDialog>
  );
}
