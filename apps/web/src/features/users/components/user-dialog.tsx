import { Switch, TextInput } from '@mantine/core';
import type { User } from '@stowage/contract/identity/users';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery, policyNamesQuery } from '#web/entities/identity/api.ts';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { OwnAccountWarning, without } from '#web/entities/identity/own-account-warning.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretInput } from '#web/ui/secret-input.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useCreateUser, useEditUser } from '../api.ts';
import { usersText } from '../en.ts';
import { userDraft, userErrors } from '../model/user-draft.ts';

interface UserDialogProps extends DialogFrame {
  /** The user to edit; omitted for a new one. */
  readonly user?: User;
  readonly reload?: () => Promise<User | undefined>;
  /** Users cannot disable their own account. */
  readonly isOwn?: boolean;
}

/** Creates or edits a user: groups, policies, status, and a new password if entered. */
export function UserDialog({ user, reload, isOwn = false, ...frame }: UserDialogProps) {
  const t = useText(usersText);
  const form = useDraftForm({
    state: user,
    valuesOf: userDraft,
    errorsOf: (values) => userErrors(values, user === undefined, t),
  });
  const create = useCreateUser();
  const edit = useEditUser();
  const { values, base } = form;
  const isLess =
    base !== undefined &&
    without([...base.memberOf, ...base.policy], [...values.groups, ...values.policies]).length > 0;
  function save() {
    const { accessKey, secretKey, enabled } = values;
    const [groups, policies] = [[...values.groups], [...values.policies]];
    if (base === undefined) {
      const done = savedAndClosed(t('create.done', { name: accessKey }), frame);
      return create.mutate({ accessKey, secretKey, groups, policies }, done);
    }
    const { accessKey: name, revision } = base;
    const status = enabled ? 'enabled' : 'disabled';
    edit.mutate(
      { name, revision, status, groups, policies, secretKey },
      savedAndClosed(t('edit.done', { name }), frame),
    );
  }
  return (
    <FormDialog
      {...frame}
      title={t(user === undefined ? 'create.title' : 'edit.title')}
      submitLabel={t(user === undefined ? 'create.save' : 'edit.save')}
      form={form}
      onSubmit={save}
      busy={create.isPending || edit.isPending}
      onReload={reload && form.restartWith(reload)}
    >
      {user === undefined ? (
        <TextInput
          label={t('field.accessKey')}
          required
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('accessKey')}
        />
      ) : (
        <SelectedName label={t('field.user')} name={user.accessKey} />
      )}
      {!isOwn && (
        <SecretInput
          label={t(user === undefined ? 'field.secretKey' : 'field.newSecretKey')}
          description={user && t('field.newSecretKeyHint')}
          showLabel={t('field.show')}
          required={user === undefined}
          autoComplete="new-password"
          {...form.input('secretKey')}
        />
      )}
      {user !== undefined && !isOwn && (
        <Switch label={t('field.enabled')} {...form.checkbox('enabled')} />
      )}
      <NamePicker
        label={t('field.groups')}
        query={useQuery(groupsQuery)}
        {...form.input('groups')}
      />
      <NamePicker
        label={t('field.policies')}
        query={useQuery(policyNamesQuery)}
        {...form.input('policies')}
      />
      <OwnAccountWarning losing={isLess ? [base.accessKey] : []} />
    </FormDialog>
  );
}
