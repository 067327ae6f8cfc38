import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
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
 * The cache of server data. A failed query or mutation shows in the error
 * banner of the page unless its meta says where else (SHELL-73, SHELL-74).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
