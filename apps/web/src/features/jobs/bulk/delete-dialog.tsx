import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { jobsText } from '../en.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

interface DeleteDialogProps extends DialogFrame {
  readonly task: BulkTask;
}

function useQuestion({ bucket, folder, selection }: BulkTask): string {
  const t = useText(jobsText);
  if ('items' in selection) {
    const count = selection.items.length;
    return t('deletion.items', { count, formatted: formatNumber(count) });
  }
  const name = folder === '' ? bucket : shownName(folder);
  const { prefix: _whole, ...search } = selection;
  const isSearch = Object.values(search).some((part) => part !== undefined);
  return t(isSearch ? 'deletion.found' : 'deletion.folder', { name });
}

/** Deletes the selection, loaded or not, with or without its versions, as a server-side job. */
export function DeleteDialog({ task, ...frame }: DeleteDialogProps) {
  const { bucket, folder, selection, versioned, abilities } = task;
  const t = useText(jobsText);
  const question = useQuestion(task);
  const [versions, setVersions] = useState(task.kind === 'deleteVersions');
  const { start, busy } = useStartTask(task, frame);
  return (
    <ConfirmDialog
      {...frame}
      title={t('deletion.title')}
      confirmLabel={t('deletion.confirm')}
      onConfirm={() => start({ kind: 'delete', bucket, selection, versions })}
      busy={busy}
      typedName={folder === '' ? bucket : shownName(folder)}
    >
      <p>{question}</p>
      <Amount bucket={bucket} selection={selection} versions={versions} />
      {versioned && abilities.undoDelete && (
        <Switch
          label={t('deletion.versions')}
          description={t('deletion.versionsHint')}
          checked={versions}
          onChange={(event) => setVersions(event.currentTarget.checked)}
        />
      )}
      <p>{versioned && !versions ? t('deletion.kept') : t('deletion.forGood')}</p>
    </ConfirmDialog>
  );
}
