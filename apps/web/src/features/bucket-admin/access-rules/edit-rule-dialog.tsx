import { TextInput } from '@mantine/core';
import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { EntryDialogFrame } from '#web/ui/list/entry-dialogs.tsx';
import { AccessField } from './access-field.tsx';
import { useSetAccessRule } from './api.ts';
import { accessRulesText } from './en.ts';

interface EditRuleDialogProps extends EntryDialogFrame<AccessRule> {
  readonly bucket: string;
}

/** Shows a rule and edits what it grants. Concurrent changes are not overwritten. */
export function EditRuleDialog({ bucket, entry, reload, ...frame }: EditRuleDialogProps) {
  const t = useText(accessRulesText);
  const form = useDraftForm({
    state: entry,
    valuesOf: ({ access }) => ({ access }),
    errorsOf: () => ({}),
  });
  const { base, values } = form;
  const set = useSetAccessRule(bucket);
  const save = () =>
    set.mutate(
      { ...base, access: values.access },
      savedAndClosed(t('add.done', { access: values.access, prefix: base.prefix }), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      onSubmit={save}
      form={form}
      busy={set.isPending}
      onReload={form.restartWith(reload)}
    >
      <TextInput label={t('field.prefix')} value={base.prefix} readOnly />
      <AccessField {...form.input('access')} />
    </FormDialog>
  );
}
