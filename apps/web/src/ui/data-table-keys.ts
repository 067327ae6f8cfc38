interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface Place {
  /** The focused row. */
  readonly index: number;
  readonly count: number;
  /** Number of rows that fit on the screen. */
  readonly page: number;
}

/** The meaning of a key for the rows of a table. */
export type TableIntent =
  | { readonly type: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly type: 'step'; readonly forward: boolean }
  | { readonly type: 'toggle' }
  | { readonly type: 'selectAll' }
  | { readonly type: 'clear' }
  | { readonly type: 'open' }
  | { readonly type: 'delete' }
  | { readonly type: 'type'; readonly character: string };

function target(key: string, { index, count, page }: Place): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Keys that work on the row and on the controls inside it. */
export function movingKey(pressed: Pressed, place: Place): TableIntent | undefined {
  if (pressed.altKey) return undefined;
  const to = target(pressed.key, place);
  if (to !== undefined) {
    const within = Math.max(0, Math.min(place.count - 1, to));
    return { type: 'move', to: within, extend: pressed.shiftKey };
  }
  if (pressed.key === 'ArrowRight') return { type: 'step', forward: true };
  if (pressed.key === 'ArrowLeft') return { type: 'step', forward: false };
  return undefined;
}

/** Keys that work while the row itself is focused. */
export function rowKey(pressed: Pressed): TableIntent | undefined {
  const command = pressed.ctrlKey || pressed.metaKey;
  if (command && pressed.key.toLowerCase() === 'a') return { type: 'selectAll' };
  if (command || pressed.altKey) return undefined;
  switch (pressed.key) {
    case ' ':
      return { type: 'toggle' };
    case 'Enter':
      return { type: 'open' };
    case 'Delete':
      return { type: 'delete' };
    case 'Escape':
      return { type: 'clear' };
    default:
      return typed(pressed.key);
  }
}

/**
 * Returns the intent of a typed character. Named keys ('Tab', 'F5') type nothing; '/' focuses the
 * page's search.
 */
function typed(key: string): TableIntent | undefined {
  const isCharacter = [...key].length === 1 && key !== '/';
  return isCharacter ? { type: 'type', character: key } : undefined;
}
