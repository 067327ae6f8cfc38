import { useEffect, useRef, useState } from 'react';
import { useLeaveBlocker } from '#web/lib/router/use-leave-blocker.ts';

interface GuardedForm {
  isDirty(): boolean;
}

/**
 * Asks before a form with unsaved work is left: closed, navigated away from, or (in the browser's
 * own words) with its tab. What has been sent is not unsaved, unless the server refused it. `close`
 * is for a dialog: the page below it may stay where a navigation changes the query only.
 */
export function useUnsavedGuard(
  form: GuardedForm | undefined,
  active: boolean,
  refused: boolean,
  close?: () => void,
) {
  const sent = useRef(false);
  const [asking, setAsking] = useState<(() => void) | undefined>(undefined);
  const isUnsaved = () => active && !sent.current && (form?.isDirty() ?? false);
  const blocked = useLeaveBlocker(isUnsaved, active && form !== undefined);
  // A separate effect: a retry after an error counts as sent, although the error is cleared at the
  // same time.
  useEffect(() => {
    if (refused) sent.current = false;
  }, [refused]);
  useEffect(() => {
    if (active) sent.current = false;
    else setAsking(undefined);
  }, [active]);
  return {
    /** To be called when the form is sent: afterwards it may be left. */
    onSent: () => {
      sent.current = true;
    },
    /** Leaves at once if nothing would be lost, otherwise after confirmation. */
    leave: (go: () => void) => (isUnsaved() ? setAsking(() => go) : go()),
    question:
      asking || blocked
        ? {
            stay: () => {
              setAsking(undefined);
              blocked?.stay();
            },
            discard: () => {
              sent.current = true;
              setAsking(undefined);
              if (blocked) {
                blocked.leave();
                close?.();
              } else asking?.();
            },
          }
        : undefined,
  };
}
