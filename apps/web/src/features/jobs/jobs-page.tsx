import { Button, Progress } from '@mantine/core';
import type { Job } from '@stowage/contract/jobs';
import {
  IconListCheck,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconZoomExclamation,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Name } from '#web/ui/name.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useDialog } from '#web/ui/use-dialog.ts';
import { jobsQuery, useCancelJob, useRemoveJobs, useRetryJob } from './api.ts';
import { jobsText } from './en.ts';
import { jobReason, jobStatus, jobTitle } from './job-words.ts';
import classes from './jobs.module.css';
import { isOpen, jobShare } from './model/job-state.ts';

const FailuresDialog = lazyPart(() => import('./failures-dialog.tsx'), 'FailuresDialog');

type Words = Translate<(typeof jobsText)['english']>;

function Status({ job }: { readonly job: Job }) {
  const t = useText(jobsText);
  const share = isOpen(job) ? jobShare(job) : undefined;
  return (
    <span className={classes.status}>
      <span>{jobStatus(t, job)}</span>
      {share !== undefined && (
        <Progress
          value={Math.round(share * 100)}
          size={6}
          color="accent"
          aria-label={t('progress', { name: jobTitle(t, job) })}
        />
      )}
    </span>
  );
}

function jobColumns(t: Words): readonly DataTableColumn<Job>[] {
  return [
    {
      id: 'job',
      header: t('column.job'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: (job) => (
        <span className={classes.name} title={visibleName(jobTitle(t, job))}>
          <Name>{jobTitle(t, job)}</Name>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      fact: true,
      width: 'minmax(0, 1fr)',
      narrowWidth: '128px',
      cell: (job) => <Status job={job} />,
    },
    {
      id: 'started',
      header: t('column.started'),
      width: '176px',
      cell: ({ createdAt }) => (
        <span title={formatDateTimeZone(createdAt)}>{formatDateTime(createdAt)}</span>
      ),
    },
  ];
}

function useRowActions(onFailures: (job: Job) => void) {
  const t = useText(jobsText);
  const { mutate: cancel } = useCancelJob();
  const { mutate: retry } = useRetryJob();
  const { mutate: remove } = useRemoveJobs();
  return useMemo(() => {
    const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
    return (job: Job): readonly RowAction<Job>[] => {
      const actions: readonly (RowAction<Job> | false)[] = [
        isOpen(job) && {
          id: 'cancel',
          label: t('action.cancel'),
          icon: <IconPlayerStop {...icon} />,
          onSelect: ({ id }) => cancel(id),
        },
        job.retriable && {
          id: 'retry',
          label: t('action.retry'),
          icon: <IconRefresh {...icon} />,
          onSelect: ({ id }) => retry(id),
        },
        job.failed > 0 && {
          id: 'failures',
          label: t('action.failures'),
          icon: <IconZoomExclamation {...icon} />,
          onSelect: onFailures,
        },
        !isOpen(job) && {
          id: 'remove',
          label: t('action.remove'),
          icon: <IconTrash {...icon} />,
          onSelect: ({ id }) => remove(id),
        },
      ];
      return actions.filter((action) => action !== false);
    };
  }, [t, cancel, retry, remove, onFailures]);
}

/** The jobs of the account: their progress, failures and actions. */
export function JobsPage() {
  const t = useText(jobsText);
  const query = useQuery(jobsQuery);
  const columns = useMemo(() => jobColumns(t), [t]);
  const failures = useDialog<Job>();
  const rowActions = useRowActions(failures.open);
  const remove = useRemoveJobs();
  const retry = useRetryJob();
  const jobs = query.data;
  const { subject, frame } = failures;
  return (
    <>
      <PageHeader title={t('title')} count={jobs?.length} />
      <PageBody>
        {jobs === undefined && query.error !== null ? (
          <QueryFailure title={t('failed')} query={query} />
        ) : jobs?.length === 0 ? (
          <EmptyState
            icon={<IconListCheck size={24} stroke={1.6} />}
            title={t('none')}
            action={
              <Button component={RouterLink} to={pagePath('buckets')} variant="default">
                {t('toBuckets')}
              </Button>
            }
          >
            <p>{t('noneText')}</p>
          </EmptyState>
        ) : (
          <>
            <div className={classes.top}>
              <p className={classes.about}>{t('about')}</p>
              {jobs?.some((job) => !isOpen(job)) && (
                <Button
                  variant="default"
                  loading={remove.isPending}
                  onClick={() => remove.mutate(undefined)}
                >
                  {t('clear')}
                </Button>
              )}
            </div>
            <DataTable
              id="jobs"
              label={t('list')}
              entity={t('entity')}
              columns={columns}
              rows={jobs ?? []}
              rowKey={({ id }) => id}
              rowName={(job) => jobTitle(t, job)}
              rowActions={rowActions}
              rowNote={(job) => (job.retriable ? jobReason(t, job) : '')}
              lines={2}
              loading={jobs === undefined}
            />
          </>
        )}
      </PageBody>
      {subject && (
        <FailuresDialog
          key={failures.turn}
          {...frame}
          job={subject}
          onRetry={() => retry.mutate(subject.id, { onSuccess: frame.onClose })}
        />
      )}
    </>
  );
}
