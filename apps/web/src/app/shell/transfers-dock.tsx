import { useJobList } from '#web/features/jobs/use-job-list.tsx';
import { useUploadList } from '#web/features/transfers/use-upload-list.tsx';
import { Dock } from '#web/ui/dock/dock.tsx';

/** Everything that runs in the background: each feature gives its rows. */
export function TransfersDock() {
  const uploads = useUploadList();
  const jobs = useJobList();
  return <Dock lists={[uploads, jobs]} />;
}
