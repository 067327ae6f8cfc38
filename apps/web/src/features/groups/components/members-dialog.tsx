import { Button } from '@mantine/core';
import type { Group } from '@stowage/contract/identity/groups';
import { useQuery } from '@tanstack/react-query';
import { userNamesQuery } from '#web/entities/identity/api.ts';
import { NamePicker } from '#web/entities/identity/name-picker.tsx';
import { OwnAccountWarning, without } from '#web/entities/identity/own-account-warning.tsx';
import { SelectedName } from '#web/entities/identity/selected-name.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useSetGroup } from '../api.ts';
import { groupsText } from '../en.ts';

/**
 * Selects the members of a group. An error closes the dialog and is shown on the page (GROUPS-31).
 */
export function MembersDialog({ group, ...frame }: DialogFrame & { readonly group: Group }) {
  const t = useText(groupsText);
  const form = useDraftForm({
    state: group,
    valuesOf: ({ members }): { readonly members: readonly string[] } => ({ members }),
    errorsOf: () => ({}),
  });
  const save = useSetGroup('page');
  const { name, revision, status } = group;
  return (
    <FormDialog
      {...frame}
      title={t(group.members.length === 0 ? 'members.add' : 'members.edit')}
      submitLabel={t('members.save')}
      form={form}
      onSubmit={() =>
        save.mutate(
          { group: name, revision, status, members: form.values.members },
          { ...savedAndClosed(t('members.done', { name }), frame), onError: frame.onClose },
        )
      }
      busy={save.isPending}
      secondary={
        <Button
          variant="default"
          disabled={save.isPending}
          onClick={() => form.set({ members: group.members })}
        >
          {t('members.clear')}
        </Button>
      }
    >
      <SelectedName label={t('field.group')} name={name} />
      <NamePicker
        label={t('field.users')}
        query={useQuery(userNamesQuery)}
        data-autofocus
        {...form.input('members')}
      />
      <OwnAccountWarning losing={without(group.members, form.values.members)} />
    </FormDialog>
  );
}
