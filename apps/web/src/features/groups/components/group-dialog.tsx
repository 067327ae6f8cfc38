import { Switch, TextInput } from '@mantine/core';
import type { Group } from '@stowage/contract/identity/groups';
import { GROUP_NAME_LENGTH, newNameProblem } from '@stowage/domain/principal-names';
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
import { useCreateGroup, useSetGroup } from '../api.ts';
import { groupsText } from '../en.ts';

interface GroupDialogProps extends DialogFrame {
  /** The group to edit; omitted for a new one. */
  readonly group?: Group;
  readonly reload?: () => Promise<Group | undefined>;
}

interface GroupDraft {
  readonly group: string;
  readonly enabled: boolean;
  readonly members: readonly string[];
}

function draftOf(group: Group | undefined): GroupDraft {
  return {
    group: group?.name ?? '',
    enabled: group?.status !== 'disabled',
    members: group?.members ?? [],
  };
}

/** Creates a group, or edits a group's members and status. */
export function GroupDialog({ group, reload, ...frame }: GroupDialogProps) {
  const t = useText(groupsText);
  const form = useDraftForm({
    state: group,
    valuesOf: draftOf,
    errorsOf: (values) => {
      if (group !== undefined) return {};
      const problem = newNameProblem(values.group, GROUP_NAME_LENGTH);
      return { group: problem && t(problem === 'empty' ? 'error.name' : 'error.nameRules') };
    },
  });
  const create = useCreateGroup();
  const edit = useSetGroup();
  const { values, base } = form;
  const { members: before = [], status } = base ?? {};
  const isDisabled = status === 'enabled' && !values.enabled;
  function save() {
    const members = [...values.members];
    if (base === undefined) {
      const done = savedAndClosed(t('create.done', { name: values.group }), frame);
      return create.mutate({ group: values.group, members }, done);
    }
    const { name, revision } = base;
    const status = values.enabled ? 'enabled' : 'disabled';
    edit.mutate(
      { group: name, revision, members, status },
      savedAndClosed(t('edit.done', { name }), frame),
    );
  }
  return (
    <FormDialog
      {...frame}
      title={t(group === undefined ? 'create.title' : 'edit.title')}
      submitLabel={t(group === undefined ? 'create.save' : 'edit.save')}
      form={form}
      onSubmit={save}
      busy={create.isPending || edit.isPending}
      onReload={reload && form.restartWith(reload)}
    >
      {group === undefined ? (
        <TextInput
          label={t('field.name')}
          required
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('group')}
        />
      ) : (
        <>
          <SelectedName label={t('field.group')} name={group.name} />
          <Switch label={t('field.enabled')} {...form.checkbox('enabled')} />
        </>
      )}
      <NamePicker
        label={t('field.members')}
        query={useQuery(userNamesQuery)}
        {...form.input('members')}
      />
      <OwnAccountWarning losing={isDisabled ? before : without(before, values.members)} />
    </FormDialog>
  );
}
