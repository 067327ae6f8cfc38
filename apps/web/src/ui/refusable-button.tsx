import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './refusable-button.module.css';

interface RefusableButtonProps {
  /** Why it cannot be used; undefined when it can. */
  readonly refusal: string | undefined;
  readonly danger?: boolean;
  readonly icon?: ReactNode;
  /** While something runs it is not pressed again. */
  readonly busy?: boolean;
  /** The one step that most come for. */
  readonly primary?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A button that tells why it is disabled; it can be reached by keyboard for that. */
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
