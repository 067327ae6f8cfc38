import type { LifecycleRule } from '@stowage/contract/bucket-admin/lifecycle';
import { useQueryClient } from '@tanstack/react-query';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
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
  const reload = async () => {
    const rules = await queryClient.fetchQuery({ ...lifecycleQuery(bucket), staleTime: 0 });
    const fresh = rules.find(({ id }) => id === rule.id);
    if (fresh !== undefined) return onReloaded(fresh);
    showMessage(t('edit.gone'));
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title')}
      confirmLabel={t('delete.action')}
      busy={remove.isPending}
      failure={remove.error}
      onReload={() => void reload()}
      onExited={() => recoverFocus('main')}
      onConfirm={() =>
        remove.mutate(rule, {
          onSuccess: () => {
            showMessage(t('delete.done'));
            onClose();
          },
        })
      }
    >
      <p>{t('delete.text', { bucket, id: rule.id, summary: ruleSummary(t, rule) })}</p>
      <p>{t('delete.note')}</p>
    </ConfirmDialog>
  );
}
