import type { Job } from '@stowage/contract/jobs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bucketKeys } from '#web/entities/bucket/bucket-keys.ts';
import { refreshListings } from '#web/entities/object/refresh-listings.ts';
import { useSession } from '#web/entities/session/session.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import type { DockList } from '#web/ui/dock/dock.tsx';
import { jobsQuery, useCancelJob } from './api.ts';
import { jobsText } from './en.ts';
import { JobRow } from './job-row.tsx';
import { jobTitle } from './job-words.ts';
import { endedSince, isOpen } from './model/job-state.ts';

const noJobs: readonly Job[] = [];

/** Announces that a job has ended, and reloads what it changed. */
function useJobEnds(jobs: readonly Job[]): void {
  const t = useText(jobsText);
  const queryClient = useQueryClient();
  const before = useRef(noJobs);
  useEffect(() => {
    const ended = endedSince(before.current, jobs);
    before.current = jobs;
    for (const job of ended) {
      const name = visibleName(jobTitle(t, job));
      if (job.state === 'done' && job.failed === 0) showMessage(t('ended.done', { name }));
      else if (job.state !== 'canceled') showError(new Error(t('ended.failed', { name })));
      for (const bucket of new Set([job.bucket, job.target?.bucket ?? job.bucket])) {
        void refreshListings(queryClient, bucket);
      }
    }
    if (ended.length > 0) void queryClient.invalidateQueries({ queryKey: bucketKeys.all });
  }, [jobs, queryClient, t]);
}

/**
 * Returns the running jobs, and those that ended since the page was opened, as rows of the dock.
 */
export function useJobList(): DockList {
  const { pages } = useSession();
  const enabled = pages.includes(pagePath('jobs'));
  const { data: jobs = noJobs } = useQuery({ ...jobsQuery, enabled });
  const cancel = useCancelJob();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  useJobEnds(jobs);
  const open = jobs.filter(isOpen);
  if (open.some(({ id }) => !seen.has(id))) {
    setSeen(new Set([...seen, ...open.map(({ id }) => id)]));
  }
  const ended = jobs.filter((job) => !isOpen(job) && seen.has(job.id) && !dismissed.has(job.id));
  return {
    id: 'jobs',
    rows: [...open, ...ended].map((job) => <JobRow key={job.id} job={job} />),
    running: open.length,
    cancelAll() {
      for (const { id } of open) cancel.mutate(id);
    },
    clear: () => setDismissed(new Set([...dismissed, ...ended.map(({ id }) => id)])),
  };
}
