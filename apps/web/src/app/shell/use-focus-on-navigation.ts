import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a navigation to another screen the focus stands on its content, so that
 * a reader and the Tab key go on there. Within a screen (a folder to its
 * neighbour) the screen keeps the focus.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const router = useRouter();
  const content = useRef<HTMLElement>(null);
  const screen = useRef<string>(undefined);

  useEffect(() => {
    screen.current = router.state.matches.at(-1)?.routeId;
    return router.subscribe('onRendered', () => {
      const next = router.state.matches.at(-1)?.routeId;
      if (next === screen.current) return;
      screen.current = next;
      content.current?.focus({ preventScroll: true });
    });
  }, [router]);

  return content;
}
