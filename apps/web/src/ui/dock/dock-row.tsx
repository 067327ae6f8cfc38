import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { Name } from '#web/ui/name.tsx';
import classes from './dock.module.css';

const colors = {
  running: 'accent',
  paused: 'gray',
  done: 'green',
  failed: 'red',
  canceled: 'gray',
} as const;

export interface DockRowProps {
  readonly state: keyof typeof colors;
  readonly name: string;
  /** The full name, if `name` is only part of it. */
  readonly fullName: string;
  /** Its state, in a few words. */
  readonly status: string;
  /** Its actions, as small icons. */
  readonly actions?: ReactNode;
  /** Its progress, 0 to 1, and the label for screen readers. */
  readonly progress?: { readonly share: number; readonly label: string } | undefined;
  /** A message about it, with possible actions. */
  readonly note?: { readonly text: string; readonly actions?: ReactNode } | undefined;
}

/** One line of the dock. */
export function DockRow(props: DockRowProps) {
  const { state, name, fullName, status, actions, progress, note } = props;
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.line}>
        <span className={classes.name} title={fullName}>
          <Name>{name}</Name>
        </span>
        <span className={classes.status}>{status}</span>
        {actions}
      </div>
      {progress && (
        <Progress
          value={Math.round(progress.share * 100)}
          size={6}
          color={colors[state]}
          aria-label={progress.label}
        />
      )}
      {note && (
        <div className={classes.line}>
          <span className={classes.reason}>{note.text}</span>
          {note.actions}
        </div>
      )}
    </li>
  );
}
