import type { Bucket } from '@stowage/contract/buckets';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import { type BulkTask, useObjectDialogs } from '#web/entities/object/object-dialogs.ts';
import type { ObjectSearch } from '../model/browse-search.ts';
import { bulkSelection } from '../model/bulk-selection.ts';
import type { useDeletion } from './use-deletion.ts';

interface BulkInput {
  readonly info: Bucket;
  readonly abilities: ObjectAbilities;
  readonly folder: string;
  readonly view: ObjectSearch;
  readonly versioned: boolean;
  readonly selected: ReturnType<typeof useDeletion>;
}

/** Asks how something is to be done to all that is selected; undefined where nobody can ask. */
export function useBulk({ info, abilities, folder, view, versioned, selected }: BulkInput) {
  const dialogs = useObjectDialogs();
  if (dialogs === undefined) return undefined;
  return (kind: BulkTask['kind']) =>
    dialogs.bulk({
      kind,
      bucket: info.name,
      folder,
      selection: selected.everything
        ? bulkSelection(folder, view)
        : { items: [...selected.selection] },
      versioned,
      abilities,
      onStarted: () => selected.select(new Set()),
    });
}
