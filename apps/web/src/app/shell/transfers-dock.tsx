import { useJobList } from '#web/features/jobs/use-job-list.tsx';
import { useUploadList } from '#web/features/transfers/use-upload-list.tsx';
import { useAttended } from '#web/lib/api/attendance.ts';
import { Dock } from '#web/ui/dock/dock.tsx';

/**
 * Everything that runs in the background; each feature contributes its rows. It is loaded with the
 * shell: an upload may finish before a lazily loaded part could report it.
 */
export function TransfersDock() {
  const uploads = useUploadList();
  const jobs = useJobList();
  useAttended(uploads.running + jobs.running > 0);
  return <Dock lists={[uploads, jobs]} />;
}
