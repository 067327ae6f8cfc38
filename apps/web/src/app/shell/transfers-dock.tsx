import { useJobList } from '#web/features/jobs/use-job-list.tsx';
import { useUploadList } from '#web/features/transfers/use-upload-list.tsx';
import { useAttended } from '#web/lib/api/attendance.ts';
import { Dock } from '#web/ui/dock/dock.tsx';

/**
 * Everything that runs in the background: each feature gives its rows. It is there with the shell, not
 * later: an upload may end before a part that is loaded for itself could tell about it.
 */
export function TransfersDock() {
  const uploads = useUploadList();
  const jobs = useJobList();
  useAttended(uploads.running + jobs.running > 0);
  return <Dock lists={[uploads, jobs]} />;
}
