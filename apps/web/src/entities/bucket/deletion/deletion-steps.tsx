import { Progress } from '@mantine/core';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './deletion-steps.module.css';
import type { EmptyingProgress, Refusals } from './empty-buckets.ts';
import { deletionText } from './en.ts';

/** How far emptying is. How much there is in all is not known, so the bar only moves. */
export function Emptying({ name, deleted }: EmptyingProgress) {
  const t = useText(deletionText);
  return (
    <div className={classes.progress} role="status">
      <div className={classes.line}>
        <span className={classes.name}>{t('emptying', { name })}</span>
        <span>{t('deleted', { count: deleted, formatted: formatCount(deleted) })}</span>
      </div>
      <Progress value={100} animated aria-label={t('emptying', { name })} />
    </div>
  );
}

/** What could not be deleted, and why. */
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
          <li key={`${object.name}\n${object.reason}`}>
            <span className={classes.object}>{object.name}</span>
            <span className={classes.reason}>{object.reason}</span>
          </li>
        ))}
        {more > 0 && <li>{t('more', { count: more, formatted: formatCount(more) })}</li>}
      </ul>
    </div>
  );
}
