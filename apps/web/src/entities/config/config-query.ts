import { getConfig, listConfigs, resetConfig, setConfig } from '@stowage/contract/settings/configs';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { noteRestart } from '#web/entities/session/restart-need.ts';
import { call } from '#web/lib/api/call.ts';

export const configKeys = {
  all: ['config'],
  list: ['config', 'list'],
  history: ['config', 'history'],
  one: (name: string, target = '') => ['config', 'one', name, target],
} as const;

/** The configurations of the storage server. */
export const configsQuery = queryOptions({
  queryKey: configKeys.list,
  queryFn: async ({ signal }) => (await call(listConfigs, {}, { signal })).configs,
  meta: { errors: 'screen' },
});

/** One configuration; its default target unless one is named. */
export function configQuery(name: string, target = '') {
  return queryOptions({
    queryKey: configKeys.one(name, target),
    queryFn: ({ signal }) =>
      call(
        getConfig,
        { params: { name }, query: target === '' ? {} : { arn_resource_id: target } },
        { signal },
      ),
    // A form starts from the current state, not from a cached one.
    gcTime: 0,
    meta: { errors: 'screen' },
  });
}

interface TargetChange {
  readonly name: string;
  /** The default target if omitted. */
  readonly target?: string | undefined;
  /** The state it is based on; 'none' for a new target. */
  readonly revision?: string | undefined;
}

interface Save extends TargetChange {
  readonly body: {
    readonly key_values: { readonly key: string; readonly value: string }[];
    readonly reset_keys: string[];
  };
}

const queryOf = ({ target, revision }: TargetChange) => ({
  ...(target !== undefined && { arn_resource_id: target }),
  ...(revision !== undefined && { revision }),
});

/** Returns a mutation that invalidates everything known about the configuration. */
export function useConfigChange<Variables>(
  change: (variables: Variables) => Promise<{ restart: boolean }>,
  /** Where errors are shown. */
  place: 'dialog' | 'page' = 'dialog',
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (effect) => {
      noteRestart(queryClient, effect);
      void queryClient.invalidateQueries({ queryKey: configKeys.all });
    },
    ...(place === 'dialog' && { meta: { errors: 'dialog' } }),
  });
}

/** Saves settings, and notes whether they require a restart. */
export function useSaveConfig() {
  return useConfigChange(({ body, ...change }: Save) =>
    call(setConfig, { params: { name: change.name }, query: queryOf(change), body }),
  );
}

/** Resets a configuration to its defaults, or removes a named target. */
export function useResetConfig() {
  return useConfigChange((change: TargetChange) =>
    call(resetConfig, { params: { name: change.name }, query: queryOf(change) }),
  );
}
