import { type RefObject, useEffect, useState } from 'react';

/** Distance from the viewport that counts as near, so that content is ready when scrolled to. */
const MARGIN = '200px 0px';

/** Whether an element is in the viewport, or would be after scrolling a little. */
export function useNearScreen(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return near;
}
