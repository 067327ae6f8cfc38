import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './row-menu.module.css';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  /** Why it is unavailable: the item is disabled and gives the reason. */
  readonly refusal?: string | undefined;
  /** Its link, a path of the console; otherwise its action. */
  readonly to?: string;
  readonly onSelect?: () => void;
}

interface RowMenuProps {
  /** Says whose menu it is. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly tabIndex?: number;
}

/** A menu item; an unavailable one gives the reason. */
export function MenuActionItem({ action }: { readonly action: MenuAction }) {
  const { label, icon, danger, refusal, to, onSelect } = action;
  const look = { leftSection: icon, ...(danger ? { color: 'var(--st-bad)' } : {}) };
  if (refusal !== undefined) {
    return (
      // Not disabled: the arrow keys must reach it, so that its reason can be read.
      <Menu.Item
        leftSection={icon}
        aria-disabled
        closeMenuOnClick={false}
        className={classes.refused ?? ''}
      >
        {label}
        <span className={classes.refusal}>{refusal}</span>
      </Menu.Item>
    );
  }
  return to === undefined ? (
    <Menu.Item {...look} onClick={onSelect}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} component={RouterLink} to={to}>
      {label}
    </Menu.Item>
  );
}

/**
 * The three dots of a row. The menu is only mounted when it is opened, because scrolling a list
 * renders hundreds of rows.
 */
export function RowMenu({ label, actions, tabIndex }: RowMenuProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  return (
    <span className={classes.place}>
      <IconButton
        ref={button}
        id={id}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconDots size={18} stroke={1.6} aria-hidden />
      </IconButton>
      {opened && (
        <Menu
          defaultOpened
          returnFocus={false}
          onClose={close}
          position="bottom-end"
          transitionProps={{ duration: 0 }}
          clickOutsideEvents={['mousedown', 'touchstart']}
        >
          <Menu.Target>
            <span className={classes.anchor} aria-hidden />
          </Menu.Target>
          <Menu.Dropdown aria-labelledby={id}>
            {actions.map((action) => (
              <MenuActionItem key={action.id} action={action} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  );
}
