import type { Bucket } from '@stowage/contract/buckets';
import type { JobSelection } from '@stowage/contract/jobs';
import { useCallback } from 'react';
import { objectAbilities } from '#web/entities/object/object-abilities.ts';
import { type BulkKind, useObjectDialogs } from '#web/entities/object/object-dialogs.ts';
import type { FolderView } from '../model/browse-search.ts';
import { bulkSelection } from '../model/bulk-selection.ts';
import type { useDeletion } from './use-deletion.ts';

interface BulkInput {
  readonly info: Bucket;
  readonly folder: string;
  readonly view: FolderView;
  readonly versioned: boolean;
  readonly selected: ReturnType<typeof useDeletion>;
}

/**
 * Opens the dialog of a bulk action for the selection, or for these items; undefined if there are
 * none.
 */
export function useBulk({ info, folder, view, versioned, selected }: BulkInput) {
  const dialogs = useObjectDialogs();
  const { name: bucket, allowedActions } = info;
  const { select, selection, everything } = selected;
  const ask = useCallback(
    (kind: BulkKind | 'restore', objects: JobSelection, onStarted = () => {}) =>
      dialogs?.bulk({
        ...(kind === 'restore' ? { kind, at: view.rewind } : { kind }),
        ...{ bucket, folder, selection: objects, versioned },
        abilities: objectAbilities(allowedActions),
        onStarted,
      }),
    [dialogs, view.rewind, bucket, folder, versioned, allowedActions],
  );
  const ofOne = useCallback(
    (kind: BulkKind | 'restore', key: string) => ask(kind, { items: [key] }),
    [ask],
  );
  if (dialogs === undefined) return undefined;
  return {
    ofSelected: (kind: BulkKind | 'restore') =>
      ask(kind, everything ? bulkSelection(folder, view) : { items: [...selection] }, () =>
        select(new Set()),
      ),
    restoreAll: () => ask('restore', bulkSelection(folder, view)),
    ofOne,
  };
}
