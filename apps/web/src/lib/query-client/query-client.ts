import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showError, showModalError } from '#web/lib/client-state/notify.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    queryMeta: {
      /** 'screen': the screen shows the error itself, the snack bar does not. */
      errors?: 'screen';
    };
    mutationMeta: {
      /** 'dialog': the open dialog's banner shows the error. 'caller': the caller does. */
      errors?: 'dialog' | 'caller';
    };
  }
}

/** Whether an error ended the session, which has already led to the login screen. */
function isDealtWith(error: Error): boolean {
  return error instanceof ApiError && error.sessionLost;
}

/**
 * Whether the screen shows the error in place of missing data. Data already loaded stays when a
 * reload fails, so that error is reported like any other; further pages have a retry of their own.
 */
function isShownByScreen({
  meta,
  state,
}: Pick<Query<unknown, unknown>, 'meta' | 'state'>): boolean {
  if (meta?.errors !== 'screen') return false;
  return state.data === undefined || state.fetchMeta?.fetchMore !== undefined;
}

/**
 * Also restarts a pending first load on refetch: its result may have been read before the change
 * that caused the refetch. The library would leave it alone and treat its result as fresh.
 */
class FreshQueryClient extends QueryClient {
  override refetchQueries(filters?: RefetchQueryFilters, options?: RefetchOptions): Promise<void> {
    if (options?.cancelRefetch === false) return super.refetchQueries(filters, options);
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const isFirst = query.state.data === undefined && !query.isDisabled() && !query.isStatic();
      // Callers waiting for the load receive the result of the next one.
      if (isFirst) void query.cancel({ silent: true });
    }
    return super.refetchQueries(filters, options);
  }
}

/**
 * Creates the cache of server data. A failed query or mutation shows in the page's error banner
 * unless its meta says otherwise (SHELL-73, SHELL-74).
 */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isDealtWith(error) || isShownByScreen(query)) return;
        showError(error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (isDealtWith(error) || mutation.meta?.errors === 'caller') return;
        if (mutation.meta?.errors === 'dialog') showModalError(error);
        else showError(error);
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
