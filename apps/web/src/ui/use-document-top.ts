import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the distance of an element from the top of the document, in pixels. It
 * changes with what stands above, so it is measured after each rendering, but
 * for those that only follow the scrolling: then the browser would have to lay
 * the page out twice.
 */
export function useDocumentTop(
  element: RefObject<HTMLElement | null>,
  scrolling: boolean,
  onTop: (top: number) => void,
): void {
  useLayoutEffect(() => {
    const rect = scrolling ? undefined : element.current?.getBoundingClientRect();
    if (rect) onTop(Math.round(rect.top + window.scrollY));
  });
}
