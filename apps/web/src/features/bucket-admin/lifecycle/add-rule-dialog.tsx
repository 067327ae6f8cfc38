import { TagPairFields } from '#web/entities/tag-pairs/tag-pair-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { useAddLifecycleRule } from './api.ts';
import { lifecycleText } from './en.ts';
import { isRuleValid, NEW_RULE, ruleInput } from './model/rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

interface AddRuleDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Adds a lifecycle rule. What was entered stays when that fails. */
export function AddRuleDialog({ bucket, opened, onClose, onExited }: AddRuleDialogProps) {
  const t = useText(lifecycleText);
  const { draft, change } = useDraft(opened, NEW_RULE, (state) => state);
  const add = useAddLifecycleRule(bucket);
  const save = () =>
    add.mutate(ruleInput(draft), {
      onSuccess: () => {
        showMessage(t('add.done', { bucket }));
        onClose();
      },
    });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      onExited={onExited}
      title={t('add.title')}
      submitLabel={t('add.submit')}
      onSubmit={save}
      canSubmit={isRuleValid(draft)}
      busy={add.isPending}
      size="lg"
    >
      <RuleFields
        draft={draft}
        onChange={change}
        tags={
          <TagPairFields
            label={t('fields.tags')}
            description={t('fields.tagsHint')}
            pairs={draft.tags}
            onChange={(tags) => change({ tags })}
          />
        }
      />
    </FormDialog>
  );
}
