import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import classes from './refresh-button.module.css';

interface RefreshButtonProps {
  readonly label: string;
  readonly refreshing: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** Reloads a list. It spins while doing so and keeps the focus. */
export function RefreshButton({ label, refreshing, disabled, onClick }: RefreshButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        disabled={disabled === true}
        aria-busy={refreshing || undefined}
        onClick={onClick}
      >
        <IconRefresh
          className={classes.icon}
          size={18}
          stroke={1.6}
          data-turning={refreshing || undefined}
          aria-hidden
        />
      </ActionIcon>
    </Tooltip>
  );
}
