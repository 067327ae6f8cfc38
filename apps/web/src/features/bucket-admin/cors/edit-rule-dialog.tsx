import type { CorsRule } from '@stowage/contract/bucket-admin/cors';
import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { EntryDialogFrame } from '#web/ui/list/entry-dialogs.tsx';
import { corsQuery, useEditCorsRule } from './api.ts';
import { corsText } from './en.ts';
import { ruleDraft, ruleErrors, ruleInput } from './model/rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

interface EditRuleDialogProps extends EntryDialogFrame<CorsRule> {
  readonly bucket: string;
}

/** Changes or moves a rule. Concurrent changes are not overwritten. */
export function EditRuleDialog({ bucket, entry, reload, ...frame }: EditRuleDialogProps) {
  const t = useText(corsText);
  const places = useQuery(corsQuery(bucket)).data?.rules.length ?? entry.position;
  const form = useDraftForm({
    state: entry,
    valuesOf: ruleDraft,
    errorsOf: (draft) => ruleErrors(t, draft, places),
  });
  const edit = useEditCorsRule(bucket);
  const save = () =>
    edit.mutate(
      { rule: form.base, change: ruleInput(form.values) },
      savedAndClosed(t('edit.done'), frame),
    );
  return (
    <FormDialog
      {...frame}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      onSubmit={save}
      form={form}
      busy={edit.isPending}
      onReload={form.restartWith(reload)}
      size="lg"
    >
      <RuleFields fields={form} places={places} />
    </FormDialog>
  );
}
