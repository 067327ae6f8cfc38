import type { CallInput } from '@stowage/contract/endpoint';
import {
  cancelJob,
  type Job,
  listJobFailures,
  listJobs,
  previewJob,
  removeEndedJobs,
  removeJob,
  retryJob,
  startJob,
} from '@stowage/contract/jobs';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#web/lib/api/call.ts';
import { isOpen } from './model/job-state.ts';

const jobsKey = ['jobs'] as const;
/** Polling interval for queued and running jobs. */
const pollMs = 1000;

/** The jobs of the account, newest first; polled while one is active. */
export const jobsQuery = queryOptions({
  queryKey: jobsKey,
  queryFn: ({ signal }) => call(listJobs, {}, { signal }),
  select: ({ jobs }) => jobs,
  refetchInterval: ({ state }) => (state.data?.jobs.some(isOpen) ? pollMs : false),
  meta: { errors: 'screen' },
});

/** The objects a job failed on, page by page. */
export const failuresQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['job-failures', id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listJobFailures,
        { params: { job: id }, query: pageParam === 0 ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    meta: { errors: 'screen' },
  });

type Preview = CallInput<typeof previewJob>['body'];

/** The size of a selection, counted anew for each dialog. */
export const previewQuery = (body: Preview) =>
  queryOptions({
    queryKey: ['job-preview', body],
    queryFn: ({ signal }) => call(previewJob, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { errors: 'screen' },
  });

function showJob(queryClient: QueryClient, job: Job): void {
  queryClient.setQueryData(jobsQuery.queryKey, (known) => {
    const others = known?.jobs.filter(({ id }) => id !== job.id) ?? [];
    return { jobs: [job, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt)) };
  });
  void queryClient.invalidateQueries({ queryKey: jobsKey });
}

export type JobRequest = CallInput<typeof startJob>['body'];

/** Queues a job. */
export function useStartJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: JobRequest) => call(startJob, { body }),
    onSuccess: (job) => showJob(queryClient, job),
    meta: { errors: 'dialog' },
  });
}

/** Cancels a job. */
export function useCancelJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { job: id } }),
    onSuccess: (job) => showJob(queryClient, job),
  });
}

/** Retries failed objects, and resumes a job that ended early. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryJob, { params: { job: id } }),
    onSuccess: (job) => showJob(queryClient, job),
  });
}

/** Removes a finished job from the list; all of them without an id. */
export function useRemoveJobs() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      if (id === undefined) await call(removeEndedJobs, {});
      else await call(removeJob, { params: { job: id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  });
}
