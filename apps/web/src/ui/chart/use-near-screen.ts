import { type RefObject, useEffect, useState } from 'react';

/** So far from the screen counts as near, so that scrolling finds things there. */
const MARGIN = '200px 0px';

/** Whether an element is on the screen, or will be when somebody scrolls a little. */
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
