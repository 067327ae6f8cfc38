import { useEffect, useRef, useState } from 'react';
import { useLeaveBlocker } from '#web/lib/router/use-leave-blocker.ts';

interface GuardedForm {
  isDirty(): boolean;
}

/**
 * Asks before a form with unsaved changes is left: by closing it, by navigating away or, with the
 * browser's own prompt, by closing its tab. Changes that were sent count as saved unless the server
 * rejected them. `close` is for a dialog: a navigation that only changes the query may keep the
 * page below it.
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
