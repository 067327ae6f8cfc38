import { type RefObject, useEffect, useRef } from 'react';
import { useCurrentPage } from '#web/lib/router/navigation.ts';

/**
 * After a navigation to another screen the focus stands on its content, so that
 * a reader and the Tab key go on there. Within a screen (a folder to its
 * neighbour) the screen keeps the focus.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const page = useCurrentPage() ?? null;
  const last = useRef(page);

  useEffect(() => {
    if (page === last.current) return;
    last.current = page;
    content.current?.focus({ preventScroll: true });
  }, [page]);

  return content;
}
