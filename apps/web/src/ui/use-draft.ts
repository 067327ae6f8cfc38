import { useState } from 'react';

interface DraftState<State, Draft> {
  readonly opened: boolean;
  readonly base: State;
  readonly draft: Draft;
}

/**
 * What a dialog edits. It begins each time the dialog opens, from the state as
 * it then was: a state that is loaded in the meantime changes neither the draft
 * nor `base`, whose revision the save carries. `restart` takes a newer one.
 */
export function useDraft<State, Draft extends object>(
  opened: boolean,
  current: State,
  draftOf: (state: State) => Draft,
) {
  const begin = (base: State): DraftState<State, Draft> => ({ opened, base, draft: draftOf(base) });
  const [state, setState] = useState(() => begin(current));
  if (opened !== state.opened) setState(opened ? begin(current) : { ...state, opened });
  return {
    base: state.base,
    draft: state.draft,
    change: (part: Partial<Draft>) =>
      setState((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    restart: (next: State) => setState(begin(next)),
  };
}
