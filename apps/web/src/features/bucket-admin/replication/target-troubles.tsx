import type { ReplicationTargetStatus } from '@stowage/contract/bucket-admin/replication';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { replicationSectionText } from './en.ts';
import { destinationName } from './model/rule-facts.ts';
import classes from './target-troubles.module.css';

interface TargetTroublesProps {
  readonly targets: readonly ReplicationTargetStatus[];
}

function Trouble({ target }: { readonly target: ReplicationTargetStatus }) {
  const t = useText(replicationSectionText);
  const { arn, online, error, lastOnline } = target;
  const where = {
    bucket: destinationName({ destination: { bucket: arn }, targetBucket: target.bucket }),
    endpoint: target.endpoint ?? t('trouble.elsewhere'),
  };
  const since = lastOnline === undefined ? '' : formatDateTimeZone(lastOnline);
  return (
    <li className={classes.trouble}>
      <IconPlugConnectedX className={classes.icon} size={20} stroke={1.6} aria-hidden />
      <div>
        <strong>{t(online === false ? 'trouble.offline' : 'trouble.failing', where)}</strong>
        {error !== undefined && error !== '' && <p className={classes.reason}>{error}</p>}
        <p>
          {since !== '' && `${t('trouble.since', { time: since })} `}
          {t('trouble.waits')}
        </p>
      </div>
    </li>
  );
}

/** The targets that objects do not reach, each with the reason. */
export function TargetTroubles({ targets }: TargetTroublesProps) {
  return (
    <ul className={classes.troubles} role="status">
      {targets.map((target) => (
        <Trouble key={target.arn} target={target} />
      ))}
    </ul>
  );
}
