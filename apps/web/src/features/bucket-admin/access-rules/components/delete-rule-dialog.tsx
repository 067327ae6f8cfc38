import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { useDraft } from '#web/ui/use-draft.ts';
import { useDeleteAccessRule } from '../api/delete-access-rule.ts';
import { accessRulesText } from '../en.ts';
import type { RuleDialogProps } from './edit-rule-dialog.tsx';

/** Asks before a rule is deleted. */
export function DeleteRuleDialog({ bucket, opened, rule, onReload, onClose }: RuleDialogProps) {
  const t = useText(accessRulesText);
  const { base, restart } = useDraft(opened, rule, () => ({}));
  const remove = useDeleteAccessRule(bucket);
  const reload = async () => {
    const fresh = await onReload();
    if (fresh !== undefined) return restart(fresh);
    showMessage(t('delete.gone'));
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
        remove.mutate(base, {
          onSuccess: () => {
            showMessage(t('delete.done'));
            onClose();
          },
        })
      }
    >
      {t('delete.text', { access: base.access, prefix: base.prefix })}
    </ConfirmDialog>
  );
}
