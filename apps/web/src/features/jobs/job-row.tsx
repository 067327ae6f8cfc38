import { ActionIcon, Button } from '@mantine/core';
import type { Job } from '@stowage/contract/jobs';
import { IconX } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { DockRow, type DockRowProps } from '#web/ui/dock/dock-row.tsx';
import { useCancelJob, useRetryJob } from './api.ts';
import { jobsText } from './en.ts';
import { jobReason, jobStatus, jobTitle } from './job-words.ts';
import classes from './jobs.module.css';
import { isOpen, jobShare } from './model/job-state.ts';

function dockState({ state, failed }: Job): DockRowProps['state'] {
  if (state === 'waiting') return 'paused';
  return state === 'done' && failed > 0 ? 'failed' : state;
}

/** One line of the dock: a job with its progress and actions. */
export function JobRow({ job }: { readonly job: Job }) {
  const t = useText(jobsText);
  const cancel = useCancelJob();
  const retry = useRetryJob();
  const name = jobTitle(t, job);
  const share = isOpen(job) ? jobShare(job) : undefined;
  return (
    <DockRow
      state={dockState(job)}
      name={name}
      fullName={visibleName(name)}
      status={jobStatus(t, job)}
      actions={
        isOpen(job) && (
          <ActionIcon
            size={22}
            aria-label={t('cancelOf', { name })}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job.id)}
          >
            <IconX size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        )
      }
      progress={share === undefined ? undefined : { share, label: t('progress', { name }) }}
      note={
        job.retriable
          ? {
              text: jobReason(t, job),
              actions: (
                <>
                  <RouterLink className={classes.more} to={pagePath('jobs')}>
                    {t('allJobs')}
                  </RouterLink>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('retryOf', { name })}
                    loading={retry.isPending}
                    onClick={() => retry.mutate(job.id)}
                  >
                    {t('retry')}
                  </Button>
                </>
              ),
            }
          : undefined
      }
    />
  );
}
