import { type RefObject, useRef, useState } from 'react';

interface Opener {
  /** For the dialog itself. */
  readonly dialog: RefObject<HTMLDivElement | null>;
  /** For the end of the transition in which the dialog goes. */
  readonly giveFocusBack: () => void;
}

/** What has the focus; of an item in a menu, which goes as the dialog comes, the button of its menu. */
function focused(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : active;
}

/** Remembers where the focus was when a dialog came, also one that is drawn open, and gives it back. */
export function useOpener(opened: boolean): Opener {
  const dialog = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setOpener(focused());
  }
  const giveFocusBack = () => {
    const active = document.activeElement;
    // The dialog has gone for the eye only: what has the focus in it is about to lose it.
    if (dialog.current?.contains(active) && active instanceof HTMLElement) active.blur();
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  return { dialog, giveFocusBack };
}
