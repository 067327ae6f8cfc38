import { type RefObject, useRef, useState } from 'react';

interface Opener {
  /** For the dialog itself. */
  readonly dialog: RefObject<HTMLDivElement | null>;
  /** For the end of the dialog's closing transition. */
  readonly giveFocusBack: () => void;
}

/**
 * Returns the focused element; for a menu item, which disappears as the dialog opens, the menu's
 * button.
 */
function focused(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return menu ? document.getElementById(menu) : active;
}

/** Remembers the focus when a dialog opens, even one rendered open, and restores it afterwards. */
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
    // The dialog is only visually gone: the focused element in it is about to lose the focus.
    if (dialog.current?.contains(active) && active instanceof HTMLElement) active.blur();
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  return { dialog, giveFocusBack };
}
