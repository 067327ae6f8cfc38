import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { BusyBar } from '#web/ui/busy-bar.tsx';
import { Name } from '#web/ui/name.tsx';
import classes from './deletion-steps.module.css';
import type { Refusals } from './empty-buckets.ts';
import { deletionText } from './en.ts';

interface DeletionProgressProps {
  /** The current step, such as 'Emptying photos'. */
  readonly label: string;
  /** Number of items deleted so far. */
  readonly deleted: number;
}

/** Progress of a deletion. The total is unknown, so the bar is indeterminate. */
export function DeletionProgress({ label, deleted }: DeletionProgressProps) {
  const t = useText(deletionText);
  return (
    <div className={classes.progress} role="status">
      <div className={classes.line}>
        <span className={classes.name}>{label}</span>
        <span>{t('deleted', { count: deleted, formatted: formatCount(deleted) })}</span>
      </div>
      <BusyBar label={label} />
    </div>
  );
}

/** Items that could not be deleted, and why. */
export function RefusedObjects({ name, count, first }: Refusals) {
  const t = useText(deletionText);
  const more = count - first.length;
  return (
    <div>
      <p className={classes.refused}>
        {t('refused', { count, formatted: formatCount(count), name })}
      </p>
      <ul className={classes.list}>
        {first.map((object) => (
          <li key={`${object.name}\n${isolatedText(object.reason)}`}>
            <span className={classes.object}>
              <Name>{object.name}</Name>
            </span>
            <span className={classes.reason}>{isolatedText(object.reason)}</span>
          </li>
        ))}
        {more > 0 && <li>{t('more', { count: more, formatted: formatCount(more) })}</li>}
      </ul>
    </div>
  );
}
