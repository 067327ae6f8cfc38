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
      /** 'screen': the screen shows the failure itself, the snack bar stays quiet. */
      errors?: 'screen';
    };
    mutationMeta: {
      /** 'dialog': the open dialog's banner shows the failure. 'caller': whoever started it does. */
      errors?: 'dialog' | 'caller';
    };
  }
}

/** A failure that ended the session has led to the login screen already. */
function isDealtWith(error: Error): boolean {
  return error instanceof ApiError && error.sessionLost;
}

/**
 * A screen shows a failure in place of what it has not got. What it has stays when it cannot be
 * loaded again, so that is told like any other failure; a further page has a retry of its own.
 */
function isShownByScreen({
  meta,
  state,
}: Pick<Query<unknown, unknown>, 'meta' | 'state'>): boolean {
  if (meta?.errors !== 'screen') return false;
  return state.data === undefined || state.fetchMeta?.fetchMore !== undefined;
}

/**
 * A first load that is on its way begins again too: what it brings may have been read before the
 * change for which it is asked for again. The library leaves it alone, and counts it as new.
 */
class FreshQueryClient extends QueryClient {
  override refetchQueries(filters?: RefetchQueryFilters, options?: RefetchOptions): Promise<void> {
    if (options?.cancelRefetch === false) return super.refetchQueries(filters, options);
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      const isFirst = query.state.data === undefined && !query.isDisabled() && !query.isStatic();
      // Whoever waits for the load is given what the next one brings.
      if (isFirst) void query.cancel({ silent: true });
    }
    return super.refetchQueries(filters, options);
  }
}

/**
 * The cache of server data. A failed query or mutation shows in the error
 * banner of the page unless its meta says where else (SHELL-73, SHELL-74).
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
