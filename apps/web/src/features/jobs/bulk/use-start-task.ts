import type { BulkTask } from '#web/entities/object/object-dialogs.ts';
import { showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { type JobRequest, useStartJob } from '../api.ts';
import { jobsText } from '../en.ts';

/** Queues a job; its dialog closes once the job is queued. */
export function useStartTask(
  { onStarted }: Pick<BulkTask, 'onStarted'>,
  { onClose }: Pick<DialogFrame, 'onClose'>,
) {
  const t = useText(jobsText);
  const { mutate, isPending } = useStartJob();
  const start = (request: JobRequest) =>
    mutate(request, {
      onSuccess() {
        showMessage(t('started'));
        onClose();
        onStarted();
      },
    });
  return { start, busy: isPending };
}
