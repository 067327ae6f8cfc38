import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useAddLifecycleRule } from './api.ts';
import { lifecycleText } from './en.ts';
import { NEW_RULE, ruleErrors, ruleInput } from './model/rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

interface AddRuleDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Adds a lifecycle rule. The input is kept on failure. */
export function AddRuleDialog({ bucket, ...frame }: AddRuleDialogProps) {
  const t = useText(lifecycleText);
  const form = useDraftForm({
    state: NEW_RULE,
    valuesOf: (rule) => rule,
    errorsOf: (draft) => ruleErrors(draft),
  });
  const add = useAddLifecycleRule(bucket);
  const save = () =>
    add.mutate(ruleInput(form.values), savedAndClosed(t('add.done', { bucket }), frame));
  return (
    <FormDialog
      {...frame}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      form={form}
      busy={add.isPending}
      size="lg"
    >
      <RuleFields
        fields={form}
        tags={
          <TagPairFields
            label={t('fields.tags')}
            description={t('fields.tagsHint')}
            pairs={form.values.tags}
            onChange={(tags) => form.set({ tags })}
          />
        }
      />
    </FormDialog>
  );
}
