import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { Tag } from '#web/ui/tag.tsx';
import classes from './dock.module.css';
import { dockText } from './en.ts';

/**
 * The rows of one kind in the dock, such as uploads: their content, and the actions of the dock's
 * buttons.
 */
export interface DockList {
  readonly id: string;
  /** One `DockRow` each, with a key; running ones first. */
  readonly rows: readonly ReactNode[];
  /** How many of them are running. */
  readonly running: number;
  readonly cancelAll: () => void;
  /** Removes finished ones from the list. */
  readonly clear: () => void;
}

/** Maximum number of lines rendered per kind; the rest of a long history follows later. */
const maxRows = 100;

const sumOf = (lists: readonly DockList[], count: (list: DockList) => number) =>
  lists.reduce((sum, list) => sum + count(list), 0);

/**
 * Tells the page how much of its end the dock covers, so that the page can be scrolled clear of it.
 */
function useRoomBelow() {
  return useCallback((dock: HTMLElement | null) => {
    if (dock === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--dock', `${window.innerHeight - dock.getBoundingClientRect().top}px`),
    );
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock');
    };
  }, []);
}

/**
 * Running and finished background work, at the bottom right of every page; nothing without rows.
 */
export function Dock({ lists }: { readonly lists: readonly DockList[] }) {
  const t = useText(dockText);
  const [collapsed, setCollapsed] = useState(false);
  const roomBelow = useRoomBelow();
  const running = sumOf(lists, (list) => list.running);
  if (sumOf(lists, ({ rows }) => rows.length) === 0) return null;
  const all = (act: (list: DockList) => void) => () => lists.forEach(act);
  const Chevron = collapsed ? IconChevronUp : IconChevronDown;
  return (
    <section ref={roomBelow} className={classes.dock} aria-label={t('title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {running > 0 && <Tag tone="accent">{t('running', { count: running })}</Tag>}
        <span className={classes.gap} />
        {running > 1 && (
          <Button size="compact-xs" variant="default" onClick={all(({ cancelAll }) => cancelAll())}>
            {t('cancelAll')}
          </Button>
        )}
        <ActionIcon
          size={26}
          aria-label={collapsed ? t('expand') : t('collapse')}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Chevron size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
        {running === 0 && (
          <ActionIcon size={26} aria-label={t('close')} onClick={all(({ clear }) => clear())}>
            <IconX size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {!collapsed && (
        <ul className={classes.list}>{lists.flatMap(({ rows }) => rows.slice(0, maxRows))}</ul>
      )}
    </section>
  );
}
