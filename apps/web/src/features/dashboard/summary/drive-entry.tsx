import { Progress } from '@mantine/core';
import { formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { Name } from '#web/ui/name.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { dashboardText } from '../en.ts';
import { driveTone, type PlacedDrive } from './health.ts';
import classes from './summary.module.css';

/** A drive with its state and usage. */
export function DriveEntry({ drive }: { readonly drive: PlacedDrive }) {
  const t = useText(dashboardText);
  const { state, endpoint, drivePath, server, healing, totalSpace, usedSpace, availableSpace } =
    drive;
  const name = endpoint || drivePath;
  const share = totalSpace > 0 ? usedSpace / totalSpace : 0;
  const sizes = { used: formatSize(usedSpace), total: formatSize(totalSpace) };
  const known = state === 'ok' || state === 'offline';
  return (
    <>
      <span className={classes.name}>
        <Name>{name}</Name>
        <span className={classes.where}>
          <Name>{server}</Name>
        </span>
      </span>
      <Tag tone={driveTone(drive)}>{known ? t(`drives.${state}`) : isolatedText(state)}</Tag>
      {healing && <Tag tone="warning">{t('drives.healing')}</Tag>}
      {totalSpace > 0 && (
        <span className={classes.space}>
          <span>{t('drives.used', { ...sizes, percent: formatPercent(share) })}</span>
          <Progress
            value={share * 100}
            {...(share >= 0.9 && { color: 'red' })}
            aria-label={t('drives.usage', { drive: isolatedText(name) })}
          />
          <span className={classes.where}>
            {t('drives.free', { free: formatSize(availableSpace) })}
          </span>
        </span>
      )}
    </>
  );
}
