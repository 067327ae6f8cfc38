import { IconArrowRight } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { labelOf } from './config-fields.ts';
import classes from './config-form.module.css';
import { configText } from './en.ts';

interface ValueProps {
  readonly side: 'from' | 'to';
  readonly value: string;
}

function Value({ side, value }: ValueProps) {
  const t = useText(configText);
  return (
    <span className={classes.value} data-side={side}>
      {value === '' ? (
        t(side === 'to' ? 'change.toDefault' : 'change.notSet')
      ) : (
        <Name>{value}</Name>
      )}
    </span>
  );
}

interface ConfigChangesProps {
  readonly label: string;
  readonly changes: readonly {
    readonly key: string;
    readonly from: string;
    readonly to: string;
    readonly secret: boolean;
  }[];
  readonly labels?: Readonly<Record<string, string>>;
}

/** Settings before and after; for secrets, only that they change. */
export function ConfigChanges({ label, changes, labels = {} }: ConfigChangesProps) {
  const t = useText(configText);
  return (
    <ul className={classes.changes} aria-label={label}>
      {changes.map(({ key, from, to, secret }) => (
        <li key={key} className={classes.change}>
          <p className={classes.key}>{labels[key] ?? labelOf(key)}</p>
          <div className={classes.values}>
            {secret ? (
              <span>{t(to === '' && from === '' ? 'change.secret' : 'change.newSecret')}</span>
            ) : (
              <>
                <Value side="from" value={from} />
                <IconArrowRight size={16} stroke={1.6} aria-label={t('change.becomes')} />
                <Value side="to" value={to} />
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
