import { createContext } from 'react';

/** The shell controls available in a page header. */
export interface ShellControls {
  /** Opens the menu, which is a drawer at narrow width. */
  readonly openMenu: () => void;
  readonly menuOpen: boolean;
  /** Opens the palette for jumping to pages and buckets. */
  readonly openPalette: () => void;
}

/** Null if a screen is shown without the shell. */
export const ShellControlsContext = createContext<ShellControls | null>(null);
