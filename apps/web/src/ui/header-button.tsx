import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import classes from './header-button.module.css';

interface HeaderButtonProps {
  readonly icon: ReactNode;
  readonly label: string;
  /** Where it links to; without it, `onClick` is the action. */
  readonly to?: string;
  readonly onClick?: () => void;
  readonly busy?: boolean;
}

/** An action in a page's header line; on narrow pages only its icon is shown. */
export function HeaderButton({ icon, label, to, onClick, busy = false }: HeaderButtonProps) {
  const look = { className: classes.button ?? '', variant: 'default', title: label } as const;
  const content = (
    <>
      {icon}
      <span className={classes.label}>{label}</span>
    </>
  );
  if (to === undefined) {
    return (
      <Button {...look} aria-busy={busy || undefined} onClick={onClick}>
        {content}
      </Button>
    );
  }
  return (
    <Button {...look} component={RouterLink} to={to}>
      {content}
    </Button>
  );
}
