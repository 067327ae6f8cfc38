import type { StorageServerInfo } from '@stowage/contract/dashboard/admin-info';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDuration } from '#web/lib/format/durations.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { dashboardText } from '../en.ts';
import { healthTone, serverTone } from './health.ts';
import classes from './summary.module.css';

interface HealthProps {
  readonly name: string;
  readonly ok: number;
  readonly total: number;
}

/** How many of a group are healthy, in numbers; mark and colour are secondary. */
function Health({ name, ok, total }: HealthProps) {
  const tone = healthTone(ok, total);
  return (
    <span className={classes.fact}>
      <span className={classes.factName}>{name}</span>
      <span className={classes.health} data-tone={tone}>
        {tone !== 'good' && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
        {`${ok}/${total}`}
      </span>
    </span>
  );
}

/** A server with its state and the health of its drives and network. */
export function ServerEntry({ server }: { readonly server: StorageServerInfo }) {
  const t = useText(dashboardText);
  const { endpoint, state, drives, network, uptime, version } = server;
  const peers = Object.values(network);
  const known = state === 'online' || state === 'offline';
  return (
    <>
      <span className={classes.name}>
        <Name>{endpoint}</Name>
      </span>
      <Tag tone={serverTone(server)}>{known ? t(`servers.${state}`) : isolatedText(state)}</Tag>
      <span className={classes.facts}>
        <Health
          name={t('servers.drives')}
          ok={drives.filter((drive) => drive.state === 'ok').length}
          total={drives.length}
        />
        {/* A server that is away tells nothing of these. */}
        {state !== 'offline' && (
          <>
            <Health
              name={t('servers.network')}
              ok={peers.filter((peer) => peer === 'online').length}
              total={peers.length}
            />
            <span className={classes.fact}>
              <span className={classes.factName}>{t('servers.uptime')}</span>
              {formatDuration(uptime)}
            </span>
            <span className={classes.fact}>
              <span className={classes.factName}>{t('servers.version')}</span>
              {isolatedText(version)}
            </span>
          </>
        )}
      </span>
    </>
  );
}
