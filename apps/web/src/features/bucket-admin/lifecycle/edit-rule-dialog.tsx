import { Switch } from '@mantine/core';
import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { EntryDialogFrame } from '#web/ui/list/entry-dialogs.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { useEditLifecycleRule } from './api.ts';
import { lifecycleText } from './en.ts';
import { ruleDraft, ruleErrors, ruleInput } from './model/rule-draft.ts';
import { ruleSummary } from './model/rule-summary.ts';
import classes from './rule-fields.module.css';
import { RuleFields } from './rule-fields.tsx';

interface EditRuleDialogProps extends EntryDialogFrame<LifecycleRule> {
  readonly bucket: string;
}

/** The read-only properties of a rule. */
function Facts({ rule }: { readonly rule: LifecycleRule }) {
  const t = useText(lifecycleText);
  const { abort_incomplete_days, size_greater_than, size_less_than } = rule;
  const kept = { abort_incomplete_days, size_greater_than, size_less_than };
  const some = Object.values(kept).some((value) => value !== undefined);
  return (
    <>
      <dl className={classes.facts}>
        <dt>{t('edit.id')}</dt>
        <dd>{rule.id}</dd>
        <dt>{t('edit.tags')}</dt>
        <dd>
          {rule.tags.length === 0 && t('edit.noTags')}
          {rule.tags.map(({ key, value }) => (
            <Tag key={key}>{`${key}=${value}`}</Tag>
          ))}
        </dd>
      </dl>
      {some && (
        <div>
          {t('edit.kept', {
            parts: ruleSummary(t, { ...rule, tags: [], expiration: {}, transition: {} }),
          })}
        </div>
      )}
    </>
  );
}

/** Changes a rule, or enables or disables it. Concurrent changes are not overwritten. */
export function EditRuleDialog({ bucket, entry, reload, ...frame }: EditRuleDialogProps) {
  const t = useText(lifecycleText);
  const form = useDraftForm({
    state: entry,
    valuesOf: ruleDraft,
    errorsOf: (draft) => ruleErrors(draft, entry),
  });
  const { base } = form;
  const edit = useEditLifecycleRule(bucket);
  const save = () =>
    edit.mutate(
      { rule: base, change: ruleInput(form.values, base) },
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
      <Switch
        label={t('edit.enabled')}
        aria-label={t('edit.enabled')}
        description={t('edit.enabledHint')}
        {...form.checkbox('enabled')}
      />
      <RuleFields fields={form} rule={base} tags={<Facts rule={base} />} />
    </FormDialog>
  );
}
