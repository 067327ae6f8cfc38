import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { shownName } from '#web/entities/object/shown-name.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { jobsText } from '../en.ts';
import { Amount } from './amount.tsx';
import { useStartTask } from './use-start-task.ts';

interface RestoreDialogProps extends DialogFrame {
  readonly task: BulkTask;
  /** The time to restore, ISO 8601. */
  readonly at: string;
}

/** Restores the selection to its state at a past time, as a server-side job. */
export function RestoreDialog({ task, at, ...frame }: RestoreDialogProps) {
  const { bucket, folder, selection } = task;
  const t = useText(jobsText);
  const { start, busy } = useStartTask(task, frame);
  const time = formatDateTimeZone(at);
  const question = () => {
    if ('items' in selection) {
      const count = selection.items.length;
      return t('restore.items', { count, formatted: formatNumber(count), time });
    }
    const { prefix: _whole, ...search } = selection;
    const isSearch = Object.values(search).some((part) => part !== undefined);
    const name = folder === '' ? bucket : shownName(folder);
    return t(isSearch ? 'restore.found' : 'restore.folder', { name, time });
  };
  return (
    <FormDialog
      {...frame}
      title={t('restore.title')}
      submitLabel={t('restore.submit')}
      onSubmit={() => start({ kind: 'restore', bucket, selection, at })}
      busy={busy}
    >
      <p>{question()}</p>
      <Amount bucket={bucket} selection={selection} at={at} />
      <p>{t('restore.text')}</p>
    </FormDialog>
  );
}
