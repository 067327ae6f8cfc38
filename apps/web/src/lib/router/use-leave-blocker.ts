import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useRouter } from './navigation.ts';

/** A blocked navigation, and what can be done with it. */
export interface HeldNavigation {
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Holds up whoever leaves while `isHeld` says so: by a link, by the browser's back and forward
 * buttons, and, with the browser's own question, by closing the tab or loading it again. Gives the
 * navigation that is held; undefined while none is. What a screen changes in its own query passes
 * (`useSearch`), and so does the end of the session.
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
        // A section that stands in the query goes like a page, and a form in it too.
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
