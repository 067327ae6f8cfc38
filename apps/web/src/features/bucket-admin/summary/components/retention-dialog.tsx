import { Button } from '@mantine/core';
import type { Retention } from '@stowage/contract/bucket-admin/settings';
import { EMPTY_BUCKET_DRAFT, isRetentionValidity } from '@stowage/domain/retention';
import { RetentionChoice, type RetentionDraft } from '#web/entities/bucket/retention-fields.tsx';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useDraft } from '#web/ui/use-draft.ts';
import { useRemoveRetention } from '../api/remove-retention.ts';
import { useSetRetention } from '../api/set-retention.ts';
import { summaryText } from '../en.ts';
import type { SettingDialogProps } from './dialog-props.ts';

function draftOf({ mode, unit, validity }: Retention): RetentionDraft {
  return {
    retentionMode: mode ?? EMPTY_BUCKET_DRAFT.retentionMode,
    retentionUnit: unit ?? EMPTY_BUCKET_DRAFT.retentionUnit,
    retentionValidity: validity ?? EMPTY_BUCKET_DRAFT.retentionValidity,
  };
}

/** Locks new objects for a time, or stops doing so. */
export function RetentionDialog(props: SettingDialogProps<Retention>) {
  const { bucket, current, opened, onClose, onReload } = props;
  const t = useText(summaryText);
  const { base, draft, change, restart } = useDraft(opened, current, draftOf);
  const save = useSetRetention(bucket);
  const remove = useRemoveRetention(bucket);
  const { revision } = base;
  const { retentionMode: mode, retentionUnit: unit, retentionValidity: validity } = draft;
  const done = (message: string) => ({
    onSuccess: () => {
      showMessage(message);
      onClose();
    },
  });
  const submit = () => {
    remove.reset();
    save.mutate({ mode, unit, validity: validity ?? 0, revision }, done(t('retention.saved')));
  };
  const stop = () => {
    save.reset();
    remove.mutate(revision, done(t('retention.removed')));
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('retention.dialog')}
      submitLabel={t('set')}
      onSubmit={submit}
      canSubmit={isRetentionValidity(validity, unit)}
      busy={save.isPending || remove.isPending}
      failure={save.error ?? remove.error}
      onReload={() => void onReload().then((fresh) => fresh && restart(fresh))}
      secondary={
        base.mode !== undefined && (
          <Button
            variant="subtle"
            color="red"
            disabled={save.isPending || remove.isPending}
            onClick={stop}
          >
            {t('retention.remove')}
          </Button>
        )
      }
    >
      <RetentionChoice draft={draft} onChange={change} />
    </FormDialog>
  );
}
