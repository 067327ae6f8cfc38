import { useCallback, useMemo, useState } from 'react';

/** What every dialog is given by the screen that opens it. */
export interface DialogFrame {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The dialog has gone: what was typed into it goes with it. */
  readonly onExited: () => void;
}

interface DialogState<Subject> {
  readonly subject: Subject;
  readonly opened: boolean;
  readonly turn: number;
}

/**
 * A dialog about something. `subject` stays until the dialog has gone, so that its
 * words do not change while it fades. Draw it while there is one, with `turn` as its
 * key: a dialog that is opened again begins anew.
 */
export function useDialog<Subject>() {
  const [state, setState] = useState<DialogState<Subject>>();
  const open = useCallback(
    (subject: Subject) =>
      setState((now) => ({ subject, opened: true, turn: (now?.turn ?? 0) + 1 })),
    [],
  );
  /** Puts another state of the same thing into the open dialog. */
  const replace = useCallback(
    (subject: Subject) => setState((now) => now && { ...now, subject }),
    [],
  );
  const frame = useMemo<DialogFrame>(
    () => ({
      opened: state?.opened ?? false,
      onClose: () => setState((now) => now && { ...now, opened: false }),
      onExited: () => setState((now) => (now?.opened ? now : undefined)),
    }),
    [state?.opened],
  );
  return { subject: state?.subject, turn: state?.turn ?? 0, frame, open, replace };
}
