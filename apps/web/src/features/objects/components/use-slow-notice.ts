import { useEffect, useState } from 'react';
import { type SlowNotice, slowListingTick, slowNotice } from '../model/slow-listing.ts';

/** Returns the notice of a slow listing while it is loading. */
export function useSlowNotice(running: boolean): SlowNotice {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const begin = Date.now();
    const timer = setInterval(
      () => setSeconds(Math.floor((Date.now() - begin) / slowListingTick)),
      slowListingTick,
    );
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [running]);
  return slowNotice(running ? seconds : 0);
}
