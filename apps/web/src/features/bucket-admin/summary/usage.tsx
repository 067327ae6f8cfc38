import { Progress } from '@mantine/core';
import type { Usage } from '@stowage/contract/bucket-admin/settings';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/entities/session/session.ts';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatCount, formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize, formatSizeExact } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { SettingCard } from '#web/ui/setting-card.tsx';
import { usageQuery } from './api.ts';
import { summaryText } from './en.ts';
import { Loaded } from './setting.tsx';
import classes from './usage.module.css';

/** The used part of a quota. */
interface QuotaUse {
  /** 0 to 1. */
  readonly share: number;
  readonly state: 'fine' | 'tight' | 'over';
}

/**
 * Returns the quota use for sizes in bytes, 'tight' above nine tenths; undefined without a quota.
 */
function quotaUse(size: number, quota: number | undefined): QuotaUse | undefined {
  if (quota === undefined || quota <= 0) return undefined;
  const share = Math.min(1, size / quota);
  if (size >= quota) return { share, state: 'over' };
  return { share, state: share > 0.9 ? 'tight' : 'fine' };
}

interface UsageCardProps {
  readonly bucket: string;
  /** Bytes; undefined if there is none or the caller cannot see it. */
  readonly quota: number | undefined;
}

function Size({ usage, quota }: { readonly usage: Usage; readonly quota: number | undefined }) {
  const t = useText(summaryText);
  const use = quotaUse(usage.size, quota);
  const exact = formatSizeExact(usage.size);
  if (use === undefined) {
    return (
      <span className={classes.size} title={exact}>
        {formatSize(usage.size)}
      </span>
    );
  }
  return (
    <div className={classes.bar}>
      <div className={classes.amounts}>
        <span className={classes.size} title={exact}>
          {t('usage.ofQuota', { size: formatSize(usage.size), limit: formatSize(quota) })}
        </span>
        <span className={classes.percent}>{formatPercent(use.share)}</span>
      </div>
      <Progress
        size={8}
        value={use.share * 100}
        color={use.state === 'fine' ? 'accent' : use.state === 'tight' ? 'orange' : 'red'}
        aria-label={t('usage.share')}
      />
      {use.state !== 'fine' && (
        <span className={classes.warning} data-state={use.state}>
          {t(`usage.${use.state}`)}
        </span>
      )}
    </div>
  );
}

function Counts({ usage }: { readonly usage: Usage }) {
  const t = useText(summaryText);
  const { objects, versions, deleteMarkers, lastUpdate } = usage;
  return (
    <p className={classes.counts}>
      <span>{t('usage.objects', { count: objects, formatted: formatCount(objects) })}</span>
      {versions !== undefined && (
        <span>{t('usage.versions', { count: versions, formatted: formatCount(versions) })}</span>
      )}
      {deleteMarkers !== undefined && deleteMarkers > 0 && (
        <span>
          {t('usage.markers', { count: deleteMarkers, formatted: formatCount(deleteMarkers) })}
        </span>
      )}
      {lastUpdate === undefined ? (
        <span>{t('usage.unknownAge')}</span>
      ) : (
        <span title={t('usage.countedAt', { time: formatDateTimeZone(lastUpdate) })}>
          {t('usage.counted', { age: formatAge(lastUpdate) })}
        </span>
      )}
    </p>
  );
}

/** What the bucket holds, its share of the quota, and the age of the count. */
export function UsageCard({ bucket, quota }: UsageCardProps) {
  const t = useText(summaryText);
  const counted = useSession().capabilities.admin;
  const usage = useQuery({ ...usageQuery(bucket), enabled: counted });
  if (!counted) {
    return (
      <SettingCard title={t('usage.title')} width="full">
        <p className={classes.counts}>{t('usage.unknown')}</p>
      </SettingCard>
    );
  }
  return (
    <SettingCard title={t('usage.title')} width="full">
      <Loaded query={usage}>
        {(data) => (
          <>
            <Size usage={data} quota={quota} />
            <Counts usage={data} />
          </>
        )}
      </Loaded>
    </SettingCard>
  );
}
