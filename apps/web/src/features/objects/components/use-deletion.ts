import { useCallback, useState } from 'react';
import type { Selection } from '#web/ui/data-table-selection.ts';

const nothing: Selection = new Set();

interface Deletion {
  readonly opened: boolean;
  readonly keys: readonly string[];
}

/**
 * The selected rows, and the keys that somebody wants to delete. A selection
 * belongs to what was listed when it was made: elsewhere there is none.
 */
export function useDeletion(place: string) {
  const [selected, setSelected] = useState({ place, selection: nothing });
  const [deletion, setDeletion] = useState<Deletion>({ opened: false, keys: [] });
  const select = useCallback((selection: Selection) => setSelected({ place, selection }), [place]);
  const ask = useCallback((keys: readonly string[]) => setDeletion({ opened: true, keys }), []);
  const close = useCallback(() => setDeletion((now) => ({ ...now, opened: false })), []);
  return {
    ...deletion,
    selection: selected.place === place ? selected.selection : nothing,
    select,
    ask,
    close,
  };
}
