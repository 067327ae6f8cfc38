import { useCallback, useEffect, useRef } from 'react';

interface AutoHide {
  /** Stops the timer while the user is reading. */
  readonly pause: () => void;
  /** Restarts the full time. */
  readonly restart: () => void;
}

/**
 * Calls `hide` after some milliseconds, counted from the last change of `shown`; never if none are
 * given.
 */
export function useAutoHide(
  shown: unknown,
  milliseconds: number | undefined,
  hide: () => void,
): AutoHide {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pause = useCallback(() => clearTimeout(timer.current), []);
  const restart = useCallback(() => {
    clearTimeout(timer.current);
    if (milliseconds !== undefined) timer.current = setTimeout(hide, milliseconds);
  }, [hide, milliseconds]);

  useEffect(() => {
    if (shown === null) return;
    restart();
    return pause;
  }, [shown, restart, pause]);

  return { pause, restart };
}
