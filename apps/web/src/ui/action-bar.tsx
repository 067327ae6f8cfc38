import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './action-bar.module.css';
import { RefusableButton } from './refusable-button.tsx';
import { type MenuAction, MenuActionItem } from './row-menu.tsx';

export interface BarAction extends MenuAction {
  /** Rendered in the bar instead of a button with the label. */
  readonly drawn?: ReactNode;
  /** Always in the menu, however much space there is. */
  readonly inMenu?: boolean;
}

interface ActionBarProps {
  readonly actions: readonly BarAction[];
  /** Label of the overflow menu. */
  readonly menu: string;
}

/**
 * Returns how many parts of a bar fit into it, of which the last is its menu. The menu takes space
 * if it is always shown, or if something does not fit.
 */
function countFitting(bar: HTMLElement, always: boolean): number {
  const widths = [...bar.children].map((part) => part.getBoundingClientRect().width);
  const menu = widths.pop() ?? 0;
  const gap = Number.parseFloat(getComputedStyle(bar).columnGap) || 0;
  const room = bar.clientWidth;
  const taken = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width + gap, 0);
  // Half a pixel is tolerated for rounding.
  if (taken(widths.length) - gap + (always ? menu + gap : 0) <= room + 0.5) return widths.length;
  return widths.findLastIndex((_, at) => taken(at) + menu <= room + 0.5);
}

/** Actions in one line; those that do not fit are in a menu at its end. */
export function ActionBar({ actions, menu }: ActionBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const shown = actions.filter(({ inMenu }) => !inMenu);
  const hasMore = shown.length < actions.length;
  const [fitting, setFitting] = useState(shown.length);
  const ids = shown.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null || ids === undefined) return undefined;
    const measure = () => setFitting(Math.max(0, countFitting(element, hasMore)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const part of element.children) observer.observe(part);
    measure();
    return () => observer.disconnect();
  }, [ids, hasMore]);
  const listed = [...shown.slice(fitting), ...actions.filter(({ inMenu }) => inMenu)];
  return (
    <div className={classes.bar} ref={bar}>
      {shown.map((action, at) => (
        <span key={action.id} className={classes.part} {...hiddenIf(at >= fitting)}>
          {action.drawn ?? <BarButton action={action} />}
        </span>
      ))}
      <span className={classes.part} {...hiddenIf(listed.length === 0)}>
        <Menu position="bottom-end" width={260} transitionProps={{ duration: 120 }}>
          <Menu.Target>
            <Tooltip label={menu}>
              <ActionIcon variant="default" size={34} aria-label={menu}>
                <IconDots size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown>
            {listed.map((action) => (
              <MenuActionItem key={action.id} action={action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      </span>
    </div>
  );
}

/** Returns the props that hide a part from users while keeping it for measuring. */
function hiddenIf(hidden: boolean) {
  return hidden ? ({ style: { position: 'absolute', visibility: 'hidden' } } as const) : {};
}

function BarButton({ action }: { readonly action: BarAction }) {
  const { label, icon, danger = false, refusal, onSelect } = action;
  return (
    <RefusableButton
      refusal={refusal}
      danger={danger}
      icon={icon}
      {...(onSelect && { onClick: onSelect })}
    >
      {label}
    </RefusableButton>
  );
}
