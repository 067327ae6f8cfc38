import { Loader, Tooltip } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import classes from './item-result.module.css';

export interface ItemResultProps {
  /** Undefined until the item has a result. */
  readonly state: 'running' | 'done' | 'failed' | undefined;
  /** Describes the item's result, with its name. */
  readonly label: string;
  /** Why it failed. */
  readonly reason?: string | undefined;
}

/** The result of one of several items: a tick, or a mark that reveals the error. */
export function ItemResult({ state, label, reason = '' }: ItemResultProps) {
  if (state === undefined) return <span className={classes.result} />;
  if (state === 'running')
    return <Loader size={18} className={classes.result ?? ''} aria-label={label} />;
  if (state === 'done') {
    return (
      <span className={classes.result} data-done>
        <IconCircleCheck size={20} stroke={1.8} role="img" aria-label={label} />
      </span>
    );
  }
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.result} data-failed aria-label={label}>
        <IconAlertCircle size={20} stroke={1.8} aria-hidden />
      </button>
    </Tooltip>
  );
}
