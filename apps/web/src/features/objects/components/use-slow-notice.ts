import { useEffect, useState } from 'react';
import { type SlowNotice, slowListingTick, slowNotice } from '../model/slow-listing.ts';

/** The notice of a listing for as long as it runs. */
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
