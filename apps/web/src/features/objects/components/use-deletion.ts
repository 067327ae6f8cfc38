import { useCallback, useState } from 'react';
import type { Selection } from '#web/ui/data-table-selection.ts';

const nothing: Selection = new Set();

/** Keys the user wants to delete. */
type Doomed = readonly string[];

interface Deletion {
  readonly opened: boolean;
  readonly doomed: Doomed;
}

interface Selected {
  readonly place: string;
  readonly selection: Selection;
  /** Including what is not loaded. */
  readonly everything: boolean;
}

/**
 * Returns the selected rows, and the ones the user wants to delete. A selection belongs to the
 * listing it was made in and is empty elsewhere.
 */
export function useDeletion(place: string) {
  const [selected, setSelected] = useState<Selected>({
    place,
    selection: nothing,
    everything: false,
  });
  const [deletion, setDeletion] = useState<Deletion>({ opened: false, doomed: [] });
  const select = useCallback(
    (selection: Selection) => setSelected({ place, selection, everything: false }),
    [place],
  );
  const selectEverything = useCallback(
    () => setSelected((now) => ({ ...now, everything: true })),
    [],
  );
  const ask = useCallback((doomed: Doomed) => setDeletion({ opened: true, doomed }), []);
  const close = useCallback(() => setDeletion((now) => ({ ...now, opened: false })), []);
  const here = selected.place === place;
  return {
    ...deletion,
    selection: here ? selected.selection : nothing,
    everything: here && selected.everything,
    select,
    selectEverything,
    ask,
    close,
  };
}
