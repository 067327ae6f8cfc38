import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useRouter } from './navigation.ts';

/** A blocked navigation, and what can be done with it. */
export interface HeldNavigation {
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Blocks leaving the page while `isHeld` returns true: by links, by the browser's back and forward
 * buttons, and, with the browser's own prompt, by closing or reloading the tab. Returns the blocked
 * navigation; undefined if there is none. Changes that a screen makes to its own query
 * (`useSearch`) pass, and so does the end of the session.
 */
export function useLeaveBlocker(
  isHeld: () => boolean,
  active: boolean,
): HeldNavigation | undefined {
  const { history } = useRouter();
  const [held, setHeld] = useState<HeldNavigation>();
  const ask = useRef(isHeld);
  useEffect(() => {
    ask.current = isHeld;
  });

  useEffect(() => {
    if (!active) return;
    let settle: ((leave: boolean) => void) | undefined;
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ currentLocation, nextLocation }) => {
        // A section in the query is left like a page, along with any form in it.
        const [from, to] = [currentLocation, nextLocation].map((at) => at.pathname + at.search);
        if (from === to || !ask.current()) return false;
        // A second navigation before the question was answered replaces the first.
        settle?.(false);
        return new Promise<boolean>((resolve) => {
          const answer = (leave: boolean) => {
            settle = undefined;
            setHeld(undefined);
            resolve(!leave);
          };
          settle = answer;
          setHeld({ leave: () => answer(true), stay: () => answer(false) });
        });
      },
    });
    return () => {
      unblock();
      settle?.(false);
    };
  }, [history, active]);

  useWindowEvent('beforeunload', (event) => {
    if (active && isHeld()) event.preventDefault();
  });

  return held;
}
