import {
  deleteNotificationEndpoint,
  listNotificationEndpoints,
  listTargetUsers,
  type NotificationEndpoint,
  testNotificationEndpoint,
} from '@stowage/contract/notification-endpoints';
import { getConfig, listConfigs, setConfig } from '@stowage/contract/settings/configs';
import {
  DEFAULT_TARGET,
  kindOfService,
  type TargetKind,
} from '@stowage/domain/notification-targets/target-kinds';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { noteRestart } from '#web/entities/session/restart-need.ts';
import { call } from '#web/lib/api/call.ts';
import type { TargetChange } from './model/target-form.ts';

const all = ['notification-endpoints'] as const;

/** A target identified by kind and name. */
export interface TargetId {
  readonly kind: TargetKind;
  readonly name: string;
}

/** Returns the target of a list row; undefined for a kind unknown to this console. */
export function targetOf({ service, account_id: name }: NotificationEndpoint) {
  const kind = kindOfService(service);
  return kind && { kind, name };
}

/** Without a name, the address refers to the default target. */
const nameInQuery = (name: string) =>
  name === DEFAULT_TARGET || name === '' ? {} : { arn_resource_id: name };

/** The notification targets of the storage server. */
export const endpointsQuery = queryOptions({
  queryKey: [...all, 'list'],
  queryFn: async ({ signal }) =>
    (await call(listNotificationEndpoints, {}, { signal })).notification_endpoints ?? [],
  meta: { errors: 'screen' },
});

/** The names of the connected server's configurations. */
export const subsystemsQuery = queryOptions({
  queryKey: [...all, 'subsystems'],
  queryFn: ({ signal }) => call(listConfigs, {}, { signal }),
  select: ({ configs }) => new Map(configs.map(({ name, unavailable }) => [name, unavailable])),
  meta: { errors: 'screen' },
});

/** The settings of a target; for a new one, those of its kind. */
export function targetQuery({ kind, name }: TargetId) {
  return queryOptions({
    queryKey: [...all, 'target', kind.subsystem, name],
    queryFn: ({ signal }) =>
      call(getConfig, { params: { name: kind.subsystem }, query: nameInQuery(name) }, { signal }),
    // A form starts from the current state.
    gcTime: 0,
    meta: { errors: 'screen' },
  });
}

/** The buckets that send events to a target. */
export function targetUsersQuery({ kind, name }: TargetId) {
  return queryOptions({
    queryKey: [...all, 'users', kind.subsystem, name],
    queryFn: ({ signal }) =>
      call(listTargetUsers, { params: { service: kind.subsystem, account_id: name } }, { signal }),
    staleTime: 0,
    meta: { errors: 'screen' },
  });
}

interface SavedTarget extends TargetId, TargetChange {
  readonly revision: string;
}

/** Adds a target, or changes it. */
export function useSaveTarget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name, revision, key_values, reset_keys }: SavedTarget) =>
      call(setConfig, {
        params: { name: kind.subsystem },
        query: { ...nameInQuery(name), revision },
        body: { key_values: [...key_values], reset_keys: [...reset_keys] },
      }),
    onSuccess: (answer) => {
      noteRestart(queryClient, answer);
      return queryClient.invalidateQueries({ queryKey: endpointsQuery.queryKey });
    },
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

interface TriedTarget {
  readonly kind: TargetKind;
  /** For an existing target. */
  readonly name: string | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** Tests a target without saving it. */
export function useTestTarget() {
  return useMutation({
    mutationFn: ({ kind, name, settings }: TriedTarget) =>
      call(testNotificationEndpoint, {
        params: { service: kind.subsystem },
        body: {
          ...(name !== undefined && { account_id: name }),
          key_values: Object.entries(settings).map(([key, value]) => ({ key, value })),
        },
      }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

/** Removes a target; with `force`, after removing the bucket subscriptions to it. */
export function useDeleteTarget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, name, force }: TargetId & { readonly force: boolean }) =>
      call(deleteNotificationEndpoint, {
        params: { service: kind.subsystem, account_id: name },
        query: { force: force ? 'true' : 'false' },
      }),
    onSuccess: (answer) => {
      noteRestart(queryClient, answer);
      return queryClient.invalidateQueries({ queryKey: endpointsQuery.queryKey });
    },
    meta: { errors: 'dialog' },
  });
}
