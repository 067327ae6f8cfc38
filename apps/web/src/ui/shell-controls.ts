import { createContext } from 'react';

/** What a page header offers of the shell around it. */
export interface ShellControls {
  /** Opens the menu that is a drawer at narrow width. */
  readonly openMenu: () => void;
  readonly menuOpen: boolean;
  /** Opens the palette that leads to pages and buckets. */
  readonly openPalette: () => void;
}

/** Null where a screen stands alone, without menu. */
export const ShellControlsContext = createContext<ShellControls | null>(null);
