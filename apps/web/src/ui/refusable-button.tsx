import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './refusable-button.module.css';

interface RefusableButtonProps {
  /** Why it is disabled; undefined if it is not. */
  readonly refusal: string | undefined;
  readonly danger?: boolean;
  readonly icon?: ReactNode;
  /** While something is running it cannot be pressed again. */
  readonly busy?: boolean;
  /** Whether it is the page's primary action. */
  readonly primary?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A button that explains why it is disabled; it stays reachable by keyboard for that. */
export function RefusableButton(props: RefusableButtonProps) {
  const { refusal, danger, icon, busy = false, primary = false, onClick, children } = props;
  const refused = refusal !== undefined;
  return (
    <Tooltip label={refusal} disabled={!refused} multiline maw={280}>
      <Button
        {...(!primary && { variant: 'default' })}
        className={danger ? (classes.danger ?? '') : ''}
        leftSection={icon}
        loading={busy}
        {...(refused ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        onClick={(event) => (refused ? event.preventDefault() : onClick?.())}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
