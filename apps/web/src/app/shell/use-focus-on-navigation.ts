import { type RefObject, useEffect, useRef } from 'react';
import { useCurrentPage } from '#web/lib/router/navigation.ts';

/**
 * Moves the focus to the content after a navigation to another screen, so that screen readers and
 * the Tab key continue there. Within a screen (from one folder to the next) the screen manages the
 * focus.
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
