import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-list.module.css';

interface TabListProps {
  readonly label?: string;
  /** The open tab. */
  readonly value: string;
  readonly children: ReactNode;
}

/**
 * Tabs in one line, which scrolls horizontally if they do not all fit, keeping the open one in
 * view.
 */
export function TabList({ label, value, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = list;
    const open = current?.querySelector<HTMLElement>(`[role="tab"][id$="-tab-${value}"]`);
    if (!current || !open) return;
    current.scrollLeft = open.offsetLeft - (current.clientWidth - open.offsetWidth) / 2;
  }, [value]);
  return (
    <Tabs.List ref={list} className={classes.list ?? ''} aria-label={label}>
      {children}
    </Tabs.List>
  );
}
