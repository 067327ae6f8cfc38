import { Switch, TextInput } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fields, useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useCreateServiceAccount } from './api.ts';
import { serviceAccountsText } from './en.ts';
import { type Credentials, createdCredentials } from './model/credentials.ts';
import {
  isAccessKeyWrong,
  isSecretKeyWrong,
  NEW_VALUES,
  type NewServiceAccountValues,
  newServiceAccountBody,
} from './model/service-account-draft.ts';
import { AboutFields, PolicyFields, serviceAccountErrors } from './service-account-fields.tsx';

interface CreateServiceAccountDialogProps extends DialogFrame {
  /** The owner; the session's own account if omitted. */
  readonly user?: string | undefined;
  /** Receives the credentials, which are shown only once. */
  readonly onCreated: (credentials: readonly Credentials[]) => void;
}

function KeyFields({ fields }: { readonly fields: Fields<NewServiceAccountValues> }) {
  const t = useText(serviceAccountsText);
  const { values, input, checkbox } = fields;
  return (
    <>
      <Switch
        label={t('field.custom')}
        description={t('field.customHint')}
        {...checkbox('custom')}
      />
      {values.custom && (
        <>
          <TextInput
            label={t('field.accessKey')}
            description={t('field.accessKeyHint')}
            required
            autoComplete="off"
            spellCheck={false}
            {...input('accessKey')}
          />
          <SecretInput
            label={t('field.secretKey')}
            description={t('field.secretKeyHint')}
            showLabel={t('field.showSecret')}
            required
            autoComplete="new-password"
            {...input('secretKey')}
          />
        </>
      )}
    </>
  );
}

/** Creates a service account. The input is kept on failure. */
export function CreateServiceAccountDialog(props: CreateServiceAccountDialogProps) {
  const { user, onCreated, ...frame } = props;
  const t = useText(serviceAccountsText);
  const create = useCreateServiceAccount({ user });
  const form = useDraftForm({
    state: NEW_VALUES,
    valuesOf: (values) => values,
    errorsOf: (values) => ({
      ...serviceAccountErrors(values),
      accessKey:
        values.custom && isAccessKeyWrong(values.accessKey) ? t('error.accessKey') : undefined,
      secretKey:
        values.custom && isSecretKeyWrong(values.secretKey) ? t('error.secretKey') : undefined,
    }),
  });
  const save = () =>
    create.mutate(newServiceAccountBody(form.values), {
      onSuccess: (answer) => {
        frame.onClose();
        onCreated(createdCredentials(answer));
        create.reset();
      },
    });
  return (
    <FormDialog
      {...frame}
      title={t('create.title')}
      submitLabel={t('create.submit')}
      form={form}
      onSubmit={save}
      busy={create.isPending}
      size="lg"
    >
      <AboutFields fields={form} existing={false} />
      <PolicyFields fields={form} />
      <KeyFields fields={form} />
    </FormDialog>
  );
}
