import { Button } from '@mantine/core';
import { type Job, MAX_JOB_FAILURES } from '@stowage/contract/jobs';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import type { DialogFrame } from '#web/ui/use-dialog.ts';
import { failuresQuery } from './api.ts';
import { jobsText } from './en.ts';
import { errorWords } from './error-words.ts';
import classes from './jobs.module.css';

interface FailuresDialogProps extends DialogFrame {
  readonly job: Job;
  readonly onRetry: () => void;
}

/** Which objects a job failed on, and why. */
export function FailuresDialog({ job, onRetry, ...frame }: FailuresDialogProps) {
  const t = useText(jobsText);
  const query = useInfiniteQuery(failuresQuery(job.id));
  const failures = query.data?.pages.flatMap((page) => page.failures);
  return (
    <FormDialog
      {...frame}
      title={t('failureList.title')}
      submitLabel={t('retry')}
      cancelLabel={t('failureList.close')}
      onSubmit={onRetry}
      size="lg"
    >
      {query.isPending && <ListSkeleton rows={3} height={44} />}
      {failures === undefined && <QueryFailure title={t('failureList.failed')} query={query} />}
      {failures?.length === 0 && <p>{t('failureList.none')}</p>}
      <ul className={classes.failures} aria-label={t('failureList.list')}>
        {failures?.map(({ key, versionId, code, detail }) => (
          <li key={`${versionId} ${key}`} className={classes.failure}>
            <Name>{key}</Name>
            <div className={classes.why}>
              {detail || errorWords(code)}
              {versionId !== undefined && ` · ${t('failureList.version', { version: versionId })}`}
            </div>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('failureList.more')}
        </Button>
      )}
      {job.failed > MAX_JOB_FAILURES && (
        <p>
          {t('failureList.kept', {
            count: MAX_JOB_FAILURES,
            formatted: formatNumber(MAX_JOB_FAILURES),
          })}
        </p>
      )}
    </FormDialog>
  );
}
