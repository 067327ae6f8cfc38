import type { User } from '@stowage/contract/identity/users';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '#web/entities/identity/api.ts';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { OwnAccountWarning, without } from '#web/entities/identity/own-account-warning.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useSetUser } from '../api.ts';
import { usersText } from '../en.ts';

interface SetGroupsDialogProps extends DialogFrame {
  readonly user: User;
  readonly reload: () => Promise<User | undefined>;
}

/** Selects the groups of a user. */
export function SetGroupsDialog({ user, reload, ...frame }: SetGroupsDialogProps) {
  const t = useText(usersText);
  const form = useDraftForm({
    state: user,
    valuesOf: ({ memberOf }): { readonly groups: readonly string[] } => ({ groups: memberOf }),
    errorsOf: () => ({}),
  });
  const save = useSetUser();
  const { accessKey: name, revision } = form.base;
  const isLess = without(form.base.memberOf, form.values.groups).length > 0;
  return (
    <FormDialog
      {...frame}
      title={t('groups.title')}
      submitLabel={t('groups.save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { name, revision, groups: [...form.values.groups] },
          savedAndClosed(t('groups.done', { name }), frame),
        )
      }
      busy={save.isPending}
      onReload={form.restartWith(reload)}
    >
      <SelectedName label={t('field.user')} name={name} />
      <NamePicker
        label={t('field.groups')}
        query={useQuery(groupsQuery)}
        data-autofocus
        {...form.input('groups')}
      />
      <OwnAccountWarning losing={isLess ? [name] : []} />
    </FormDialog>
  );
}
