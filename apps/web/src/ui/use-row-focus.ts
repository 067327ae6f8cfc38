import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { movingKey, rowKey, type TableIntent } from './data-table-keys.ts';
import { type Selection, toggled, withRange } from './data-table-selection.ts';

interface RowFocusInput<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: Selection | undefined;
  readonly onSelectionChange: ((selection: Selection) => void) | undefined;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onDelete: ((row: Row) => void) | undefined;
  readonly onType: ((character: string) => void) | undefined;
  readonly body: RefObject<HTMLElement | null>;
  /** Number of rows that fit on the screen. */
  readonly page: () => number;
}

const widgets = 'input, a[href], button';
const noSelection: Selection = new Set();

/**
 * Returns the row element of an event; none for elements that are its children only in React, such
 * as an open menu.
 */
function rowOf(event: { target: EventTarget; currentTarget: HTMLElement }): HTMLElement | null {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  return target.closest<HTMLElement>('[data-index]');
}

function indexOf(row: HTMLElement): number {
  return Number(row.dataset.index);
}

/** Moves the focus between a row and its controls, from left to right. */
function step(row: HTMLElement, from: HTMLElement, forward: boolean): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>(widgets)].filter(
    (stop) => stop.checkVisibility?.() ?? true,
  );
  const place = stops.indexOf(from) + (forward ? 1 : -1);
  stops[Math.max(0, Math.min(stops.length - 1, place))]?.focus();
}

/** Selects by toggling one row, or a range from the last row used to another. */
function useRangeSelection<Row>(input: RowFocusInput<Row>) {
  const { rows, keyOf, selection = noSelection, onSelectionChange } = input;
  const anchor = useRef({ index: 0, base: noSelection });
  const keyAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? '' : keyOf(row);
  };
  return {
    anchorAt: (index: number) => {
      anchor.current = { index, base: selection };
    },
    toggle: (index: number) => {
      const next = toggled(selection, keyAt(index));
      anchor.current = { index, base: next };
      onSelectionChange?.(next);
    },
    extendTo: (index: number) => {
      const { base, index: from } = anchor.current;
      onSelectionChange?.(withRange(base, keyAt, from, index));
    },
    all: () => onSelectionChange?.(new Set(rows.map(keyOf))),
    none: () => onSelectionChange?.(noSelection),
  };
}

/** Tracks the keyboard's current row by key; `moveTo` moves the focus along. */
function useActiveRow<Row>({ rows, keyOf, body }: RowFocusInput<Row>) {
  const [key, setKey] = useState<string>();
  const wanted = useRef<number | undefined>(undefined);
  const last = useRef(0);
  const active = useMemo(() => {
    const found = key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key);
    // A removed row is replaced by its neighbour.
    return Math.max(0, found === -1 ? Math.min(last.current, rows.length - 1) : found);
  }, [rows, keyOf, key]);
  useLayoutEffect(() => {
    last.current = active;
    if (wanted.current === undefined) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = undefined;
    // The row's scroll margin leaves space for what covers the top of the page.
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  const setActive = (index: number) => {
    const row = rows[index];
    if (row !== undefined) setKey(keyOf(row));
  };
  return {
    active,
    setActive,
    moveTo: (index: number) => {
      wanted.current = index;
      setActive(index);
    },
  };
}

/**
 * Returns the keyboard's current row, and the handlers for keys and clicks in the body. Events are
 * handled here for all rows, so that a row needs no handlers of its own.
 */
export function useRowFocus<Row>(input: RowFocusInput<Row>) {
  const { rows } = input;
  const { active, setActive, moveTo } = useActiveRow(input);
  const range = useRangeSelection(input);

  function carryOut(intent: TableIntent, index: number): void {
    const item = rows[index];
    if (intent.type === 'selectAll') range.all();
    else if (intent.type === 'clear') range.none();
    else if (intent.type === 'toggle') range.toggle(index);
    else if (intent.type === 'move') {
      if (intent.extend) range.extendTo(intent.to);
      else range.anchorAt(intent.to);
      moveTo(intent.to);
    } else if (intent.type === 'type') input.onType?.(intent.character);
    else if (item !== undefined && intent.type === 'open') input.onOpen?.(item);
    else if (item !== undefined && intent.type === 'delete') input.onDelete?.(item);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = rowOf(event);
    if (!row) return;
    const place = { index: indexOf(row), count: rows.length, page: input.page() };
    const intent = movingKey(event, place) ?? (event.target === row ? rowKey(event) : undefined);
    if (intent === undefined) return;
    if (intent.type === 'type' && input.onType === undefined) return;
    // If there is nothing to clear, Escape is left to the page.
    if (intent.type === 'clear' && !input.selection?.size) return;
    event.preventDefault();
    if (intent.type !== 'step') carryOut(intent, place.index);
    else if (event.target instanceof HTMLElement) step(row, event.target, intent.forward);
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const row = rowOf(event);
    if (!row || !(event.target instanceof Element)) return;
    const index = indexOf(row);
    if (event.target.closest('[data-row-check]')) {
      if (event.shiftKey) range.extendTo(index);
      else range.toggle(index);
    } else if (!event.target.closest(widgets)) {
      carryOut({ type: 'open' }, index);
    }
  }

  function onFocus(event: FocusEvent<HTMLElement>): void {
    const row = rowOf(event);
    if (row) setActive(indexOf(row));
  }

  return { active, handlers: { onKeyDown, onClick, onFocus } };
}
