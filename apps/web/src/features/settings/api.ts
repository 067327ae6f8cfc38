import type { CallOutput } from '@stowage/contract/endpoint';
import {
  exportConfigs,
  importConfigs,
  listConfigHistory,
  previewConfigImport,
  restoreConfig,
} from '@stowage/contract/settings/transfer';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { configKeys, useConfigChange } from '#web/entities/config/config-query.ts';
import { call } from '#web/lib/api/call.ts';

/** Maximum size in bytes of a file that the server accepts. */
export const MAX_FILE_BYTES = 256 * 1024;

export type HistoryEntry = CallOutput<typeof listConfigHistory>['changes'][number];
export type Difference = CallOutput<typeof previewConfigImport>['differences'][number];

/** The latest changes, newest first. */
export const historyQuery = queryOptions({
  queryKey: configKeys.history,
  queryFn: async ({ signal }) =>
    (await call(listConfigHistory, { query: { limit: 100 } }, { signal })).changes,
  meta: { errors: 'screen' },
});

/** Restores the settings of an earlier change. */
export function useRestoreConfig() {
  return useConfigChange((id: string) => call(restoreConfig, { params: { id } }));
}

/** Exports the configuration as text; it is not cached, because it may contain secrets. */
export function useExportConfigs() {
  return useMutation({
    mutationFn: (secrets: boolean) => call(exportConfigs, { body: { secrets } }),
    gcTime: 0,
  });
}

/** Previews the changes that importing the file would make. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: async (file: File) =>
      call(previewConfigImport, { body: { text: await file.text() } }),
    gcTime: 0,
  });
}

/** Replaces the whole configuration, provided it has not changed since the preview. */
export function useImportConfigs() {
  return useConfigChange(
    async ({ file, revision }: { readonly file: File; readonly revision: string }) =>
      call(importConfigs, { query: { revision }, body: { text: await file.text() } }),
    'page',
  );
}
