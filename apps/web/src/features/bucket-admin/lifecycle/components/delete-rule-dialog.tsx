import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '#web/lib/i18n/messages.ts';
import { DeleteEntryDialog } from '../../components/delete-entry-dialog.tsx';
import { useDeleteLifecycleRule } from '../api/delete-lifecycle-rule.ts';
import { lifecycleQuery } from '../api/list-lifecycle-rules.ts';
import { lifecycleText } from '../en.ts';
import { ruleSummary } from '../model/rule-summary.ts';

interface DeleteRuleDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  /** The rule as it was when somebody chose to delete it. */
  readonly rule: LifecycleRule;
  /** The same rule as it is now. */
  readonly onReloaded: (rule: LifecycleRule) => void;
  readonly onClose: () => void;
}

/** Asks before a rule is deleted. */
export function DeleteRuleDialog(props: DeleteRuleDialogProps) {
  const { bucket, opened, rule, onReloaded, onClose } = props;
  const t = useText(lifecycleText);
  const queryClient = useQueryClient();
  const remove = useDeleteLifecycleRule(bucket);
  const loadAgain = async () => {
    const rules = await queryClient.fetchQuery({ ...lifecycleQuery(bucket), staleTime: 0 });
    return rules.find(({ id }) => id === rule.id);
  };
  return (
    <DeleteEntryDialog
      opened={opened}
      entry={rule}
      remove={remove}
      loadAgain={loadAgain}
      onReloaded={onReloaded}
      onClose={onClose}
      words={{
        title: t('delete.title'),
        action: t('delete.action'),
        done: t('delete.done'),
        gone: t('edit.gone'),
      }}
    >
      <p>{t('delete.text', { bucket, id: rule.id, summary: ruleSummary(t, rule) })}</p>
      <p>{t('delete.note')}</p>
    </DeleteEntryDialog>
  );
}
