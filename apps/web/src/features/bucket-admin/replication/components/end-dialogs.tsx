import type { ReplicationRule } from '@stowage/contract/bucket-admin/replication';
import { useQueryClient } from '@tanstack/react-query';
import { replicationRulesQuery } from '#web/entities/replication/list-replication-rules.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { recoverFocus } from '#web/ui/recover-focus.ts';
import { DeleteEntryDialog } from '../../components/delete-entry-dialog.tsx';
import { useDeleteReplicationRule } from '../api/delete-replication-rule.ts';
import { useStopReplication } from '../api/stop-replication.ts';
import { replicationSectionText } from '../en.ts';
import { destinationName } from '../model/rule-facts.ts';

interface DeleteRuleDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  /** The rule as it was when somebody chose to delete it. */
  readonly rule: ReplicationRule;
  /** The same rule as it is now. */
  readonly onReloaded: (rule: ReplicationRule) => void;
  readonly onClose: () => void;
}

/** Asks before a rule is deleted. */
export function DeleteRuleDialog(props: DeleteRuleDialogProps) {
  const { bucket, opened, rule, onReloaded, onClose } = props;
  const t = useText(replicationSectionText);
  const queryClient = useQueryClient();
  const remove = useDeleteReplicationRule(bucket);
  const loadAgain = async () => {
    const query = replicationRulesQuery(bucket);
    const { rules } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
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
      {t('delete.text', {
        bucket,
        priority: rule.priority,
        destination: destinationName(rule),
      })}
    </DeleteEntryDialog>
  );
}

interface StopReplicationDialogProps {
  readonly bucket: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before all rules of a bucket are deleted: its name has to be typed. */
export function StopReplicationDialog({ bucket, opened, onClose }: StopReplicationDialogProps) {
  const t = useText(replicationSectionText);
  const stop = useStopReplication(bucket);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('stop.title')}
      confirmLabel={t('stop.action')}
      busy={stop.isPending}
      typedName={bucket}
      onExited={() => recoverFocus('main')}
      onConfirm={() =>
        stop.mutate(undefined, {
          onSuccess: () => {
            showMessage(t('stop.done', { bucket }));
            onClose();
          },
        })
      }
    >
      {t('stop.text', { bucket })}
    </ConfirmDialog>
  );
}
