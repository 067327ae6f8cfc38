import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Place, Shown } from './router.ts';

const storageKey = 'scroll-positions';
/** Maximum number of history entries remembered across a reload. */
const MAX_POSITIONS = 50;

function storedPositions(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return new Map(Array.isArray(stored) ? stored : []);
  } catch {
    return new Map();
  }
}

function storePositions(positions: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-MAX_POSITIONS)));
  } catch {
    // If the browser cannot store it, a reload starts at the top.
  }
}

/**
 * Restores the scroll position when returning to a history entry, and scrolls new pages to the top.
 * `staysPut` says which locations keep the position.
 */
export function useScrollPosition(
  shown: Shown<unknown> | undefined,
  staysPut: (from: Place, to: Place) => boolean,
): void {
  const positions = useRef<Map<string, number>>(undefined);
  positions.current ??= storedPositions();
  const last = useRef<Place>(undefined);

  useEffect(() => {
    const keep = () => {
      if (last.current) positions.current?.set(last.current.key, window.scrollY);
    };
    const leave = () => {
      window.history.scrollRestoration = 'auto';
      storePositions(positions.current ?? new Map());
    };
    window.history.scrollRestoration = 'manual';
    document.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('scroll', keep);
      window.removeEventListener('pagehide', leave);
    };
  }, []);

  useLayoutEffect(() => {
    const { place, action } = shown ?? {};
    if (place === undefined) return;
    const from = last.current;
    last.current = place;
    if (action !== 'PUSH' && action !== 'REPLACE') {
      window.scrollTo(0, positions.current?.get(place.key) ?? 0);
    } else if (from?.path !== place.path && !(from && staysPut(from, place))) {
      window.scrollTo(0, 0);
    }
  }, [shown, staysPut]);
}
