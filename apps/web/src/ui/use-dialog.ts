import { useCallback, useMemo, useState } from 'react';

/** The props every dialog receives from the screen that opens it. */
export interface DialogFrame {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called when the dialog is gone, along with its input. */
  readonly onExited: () => void;
}

interface DialogState<Subject> {
  readonly subject: Subject;
  readonly opened: boolean;
  readonly turn: number;
}

/**
 * Manages a dialog about a subject. `subject` is kept until the dialog is gone, so that its texts
 * do not change while it fades out. Render it while there is one, with `turn` as its key: a dialog
 * opened again starts over.
 */
export function useDialog<Subject>() {
  const [state, setState] = useState<DialogState<Subject>>();
  const open = useCallback(
    (subject: Subject) =>
      setState((now) => ({ subject, opened: true, turn: (now?.turn ?? 0) + 1 })),
    [],
  );
  /** Replaces the subject of the open dialog with a newer state. */
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
