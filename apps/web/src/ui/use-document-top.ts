import { type RefObject, useLayoutEffect } from 'react';

/**
 * Returns an element's distance from the top of the document, in pixels. It depends on the content
 * above, so it is measured after each rendering, except those caused by scrolling, for which the
 * browser would have to lay out the page twice.
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
