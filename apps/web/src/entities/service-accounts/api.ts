import {
  createServiceAccount,
  createServiceAccountWithKeys,
  createUserServiceAccount,
  createUserServiceAccountWithKeys,
  deleteServiceAccount,
  getServiceAccount,
  listServiceAccountDetails,
  type NewServiceAccount,
  type ServiceAccountChange,
  type ServiceAccountDetails,
  updateServiceAccount,
} from '@stowage/contract/identity/service-accounts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { translate } from '#web/lib/i18n/messages.ts';
import { serviceAccountsText } from './en.ts';

/** The owner's service accounts; those of the session's own account if no user is named. */
export interface Owner {
  readonly user?: string | undefined;
}

const all = ['service-accounts'] as const;

export function serviceAccountsQuery({ user }: Owner) {
  return queryOptions({
    queryKey: [...all, 'list', user ?? null],
    queryFn: ({ signal }) =>
      call(listServiceAccountDetails, { query: user === undefined ? {} : { user } }, { signal }),
    meta: { errors: 'screen' },
  });
}

/**
 * Loads a service account with its policy, uncached; undefined if that fails, which is reported.
 */
export function useLoadServiceAccount() {
  const queryClient = useQueryClient();
  return (accessKey: string): Promise<ServiceAccountDetails | undefined> =>
    queryClient
      .fetchQuery({
        queryKey: [...all, 'one', accessKey],
        queryFn: ({ signal }) => call(getServiceAccount, { params: { accessKey } }, { signal }),
        staleTime: 0,
        gcTime: 0,
      })
      .catch(() => undefined);
}

/** The request, with or without custom keys. */
export interface AskedServiceAccount extends NewServiceAccount {
  readonly keys?: { readonly accessKey: string; readonly secretKey: string };
}

function create(user: string | undefined, { keys, ...body }: AskedServiceAccount) {
  if (user === undefined) {
    return keys === undefined
      ? call(createServiceAccount, { body })
      : call(createServiceAccountWithKeys, { body: { ...body, ...keys } });
  }
  const params = { user };
  return keys === undefined
    ? call(createUserServiceAccount, { params, body })
    : call(createUserServiceAccountWithKeys, { params, body: { ...body, ...keys } });
}

/**
 * Creates a service account. Its secret is not cached: request and response are discarded at once.
 */
export function useCreateServiceAccount({ user }: Owner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked: AskedServiceAccount) => create(user, asked),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: all }),
    gcTime: 0,
    meta: { errors: 'dialog' },
  });
}

/** Changes a service account, based on the given revision. */
export function useUpdateServiceAccount(accessKey: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, ...body }: ServiceAccountChange & { readonly revision: string }) =>
      call(updateServiceAccount, { params: { accessKey }, query: { revision }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...all, 'list'] }),
    meta: { errors: 'dialog' },
  });
}

/** Thrown when some could not be deleted; the others are gone. */
export class NotAllDeleted extends Error {
  readonly left: readonly string[];

  constructor(failures: readonly (readonly [accessKey: string, error: Error])[], asked: number) {
    const [first] = failures;
    const reasons = failures.map(([accessKey, { message }]) => `${accessKey}: ${message}`);
    super(
      asked === 1 && first !== undefined
        ? first[1].message
        : translate(serviceAccountsText, 'delete.someFailed', {
            failed: failures.length,
            asked,
            reasons: reasons.join('\n'),
          }),
    );
    this.name = 'NotAllDeleted';
    this.left = failures.map(([accessKey]) => accessKey);
  }
}

async function deleteAll(accessKeys: readonly string[]): Promise<void> {
  const failures: (readonly [string, Error])[] = [];
  for (const accessKey of accessKeys) {
    try {
      await call(deleteServiceAccount, { params: { accessKey } });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isGone = error instanceof ApiError && error.code === 'NotFound';
      if (!isGone) failures.push([accessKey, error]);
    }
  }
  if (failures.length > 0) throw new NotAllDeleted(failures, accessKeys.length);
}

/** Deletes service accounts one by one; those already gone count as deleted. */
export function useDeleteServiceAccounts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: deleteAll,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...all, 'list'] }),
    meta: { errors: 'dialog' },
  });
}
