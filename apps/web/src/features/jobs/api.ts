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
/** How often jobs that wait or run are looked at. */
const pollMs = 1000;

/** The jobs of the account, the newest first; looked at again and again while one is open. */
export const jobsQuery = queryOptions({
  queryKey: jobsKey,
  queryFn: ({ signal }) => call(listJobs, {}, { signal }),
  select: ({ jobs }) => jobs,
  refetchInterval: ({ state }) => (state.data?.jobs.some(isOpen) ? pollMs : false),
  meta: { errors: 'screen' },
});

/** What a job could not do, page by page. */
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

/** How much a selection holds; counted anew for each dialog. */
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

/** Puts a job into the queue. */
export function useStartJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: JobRequest) => call(startJob, { body }),
    onSuccess: (job) => showJob(queryClient, job),
    meta: { errors: 'dialog' },
  });
}

/** Ends a job in the middle. */
export function useCancelJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(cancelJob, { params: { job: id } }),
    onSuccess: (job) => showJob(queryClient, job),
  });
}

/** Does what failed again, and goes on where a job ended early. */
export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryJob, { params: { job: id } }),
    onSuccess: (job) => showJob(queryClient, job),
  });
}

/** Takes a job that has ended from the list; all of them without an id. */
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
