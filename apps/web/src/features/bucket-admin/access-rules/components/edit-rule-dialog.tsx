import { TextInput } from '@mantine/core';
import type { AccessRule } from '@stowage/contract/bucket-admin/access';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useSetAccessRule } from '../api/set-access-rule.ts';
import { accessRulesText } from '../en.ts';
import { AccessField } from './access-field.tsx';

export interface RuleDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  /** The rule as it was when somebody chose it. */
  readonly rule: AccessRule;
  /** Loads the rule as it is now; undefined when there is none any more. */
  readonly onReload: () => Promise<AccessRule | undefined>;
  readonly onClose: () => void;
}

/** Shows a rule and changes what it gives. Whoever changed it meanwhile is not overwritten. */
export function EditRuleDialog({ bucket, opened, rule, onReload, onClose }: RuleDialogProps) {
  const t = useText(accessRulesText);
  const { base, draft, change, restart } = useDraft(opened, rule, ({ access }) => ({ access }));
  const set = useSetAccessRule(bucket);
  const save = () =>
    set.mutate(
      { ...base, access: draft.access },
      {
        onSuccess: () => {
          showMessage(t('add.done', { access: draft.access, prefix: base.prefix }));
          onClose();
        },
      },
    );
  const reload = async () => {
    const fresh = await onReload();
    if (fresh !== undefined) return restart(fresh);
    showMessage(t('edit.gone'));
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('edit.title')}
      submitLabel={t('edit.submit')}
      onSubmit={save}
      busy={set.isPending}
      failure={set.error}
      onReload={() => void reload()}
    >
      <TextInput label={t('field.prefix')} value={base.prefix} readOnly />
      <AccessField access={draft.access} onChange={(access) => change({ access })} />
    </FormDialog>
  );
}
