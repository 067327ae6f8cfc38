import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useDraftForm } from '#web/ui/form/draft-form.ts';
import { savedAndClosed } from '#web/ui/form/saved.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { WarningNote } from '#web/ui/warning-note.tsx';
import { corsQuery, useAddCorsRule } from './api.ts';
import { corsText } from './en.ts';
import { newRule, ruleErrors, ruleInput } from './model/rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';

interface AddRuleDialogProps extends DialogFrame {
  readonly bucket: string;
}

/** Adds a CORS rule. The input is kept on failure. */
export function AddRuleDialog({ bucket, ...frame }: AddRuleDialogProps) {
  const t = useText(corsText);
  const { capabilities } = useSession();
  const rules = useQuery(corsQuery(bucket)).data?.rules.length ?? 0;
  const form = useDraftForm({
    state: rules,
    valuesOf: newRule,
    errorsOf: (draft) => ruleErrors(t, draft, rules + 1),
  });
  const add = useAddCorsRule(bucket);
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
      notice={
        // Without rules, other servers allow no origins.
        rules === 0 && capabilities.admin && <WarningNote>{t('add.first')}</WarningNote>
      }
      size="lg"
    >
      <RuleFields fields={form} places={rules + 1} />
    </FormDialog>
  );
}
