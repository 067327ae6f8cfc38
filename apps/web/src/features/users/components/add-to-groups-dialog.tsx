import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsQuery } from '#web/entities/identity/api.ts';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { SelectedNames } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useAddUsersToGroups } from '../api.ts';
import { usersText } from '../en.ts';

interface AddToGroupsDialogProps extends DialogFrame {
  readonly users: readonly string[];
  /** Called when the dialog is closed after success. */
  readonly onAdded: () => void;
}

const NONE: { readonly groups: readonly string[] } = { groups: [] };

/** Adds the selected users to groups, and then lists the assignments. */
export function AddToGroupsDialog({ users, onAdded, ...frame }: AddToGroupsDialogProps) {
  const t = useText(usersText);
  const [done, setDone] = useState(false);
  const form = useDraftForm({
    state: NONE,
    valuesOf: (none) => none,
    errorsOf: ({ groups }) => ({ groups: groups.length === 0 ? t('error.noGroup') : undefined }),
  });
  const add = useAddUsersToGroups();
  const query = useQuery(groupsQuery);
  const { groups } = form.values;
  const close = () => {
    frame.onClose();
    if (done) onAdded();
  };
  if (done) {
    return (
      <FormDialog
        {...frame}
        onClose={close}
        title={t('addToGroup.title')}
        submitLabel={t('addToGroup.close')}
        onSubmit={close}
      >
        <p role="status">{t('addToGroup.doneTitle')}</p>
        <SelectedNames label={t('field.groups')} names={groups} />
        <SelectedNames label={t('field.users')} names={users} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...frame}
      title={t('addToGroup.title')}
      submitLabel={t('addToGroup.save')}
      form={form}
      onSubmit={() => add.mutate({ users, groups }, { onSuccess: () => setDone(true) })}
      busy={add.isPending}
    >
      <SelectedNames label={t('field.users')} names={users} />
      <NamePicker
        label={t('field.groups')}
        query={query}
        data-autofocus
        {...form.input('groups')}
      />
    </FormDialog>
  );
}
