import { Select } from '@mantine/core';
import type { HistogramClass } from '@stowage/contract/dashboard/usage';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { formatAge } from '#web/lib/format/ages.ts';
import { formatCount, formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import type { DashboardText } from '../attention/finding-words.ts';
import { dashboardText } from '../en.ts';
import { sizeClassWords } from '../metrics/size-class-words.ts';
import { histogramsQuery } from './api.ts';
import classes from './capacity.module.css';
import { ChartCard } from './chart-card.tsx';

const HEIGHT = 230;
/** Maximum number of buckets offered at a time; typing finds the others. */
const OFFERED = 50;

/** Describes a class of version counts: 'no versions', '1', '2 to 9', 'more than 10,000'. */
function versionWords(t: DashboardText, { from, below }: HistogramClass): string {
  if (below === undefined) return t('versions.from', { from: formatNumber(from) });
  if (below === 1) return t('versions.unversioned');
  if (below - from === 1) return formatNumber(from);
  return t('versions.between', { from: formatNumber(from), to: formatNumber(below - 1) });
}

interface HistogramCardsProps {
  /** '' for all. */
  readonly bucket: string;
  readonly onBucket: (bucket: string) => void;
}

function BucketSelect({ bucket, onBucket }: HistogramCardsProps) {
  const t = useText(dashboardText);
  const { data } = useQuery(bucketsQuery);
  const names = useMemo(() => (data?.buckets ?? []).map(({ name }) => name), [data]);
  return (
    <Select
      size="xs"
      aria-label={t('histogram.bucket')}
      placeholder={t('histogram.all')}
      searchable
      clearable
      data={bucket === '' || names.includes(bucket) ? names : [bucket, ...names]}
      limit={OFFERED}
      value={bucket === '' ? null : bucket}
      onChange={(value) => onBucket(value ?? '')}
      clearButtonProps={{ 'aria-label': t('histogram.clear') }}
      nothingFoundMessage={t('histogram.noBucket')}
    />
  );
}

/** Number of objects by size and by number of versions, in all buckets or in one. */
export function HistogramCards({ bucket, onBucket }: HistogramCardsProps) {
  const t = useText(dashboardText);
  const query = useQuery(histogramsQuery(bucket));
  const { data } = query;
  const counted = data?.countedAt === undefined ? '' : formatAge(data.countedAt);
  const body = (bars: readonly { label: string; value: number }[], title: string, head: string) => {
    if (query.isPending) return <ListSkeleton rows={1} height={HEIGHT} />;
    if (query.isLoadingError) return <QueryFailure title={t('histogram.failed')} query={query} />;
    const isEmpty = data?.sizes.every(({ objects }) => objects === 0);
    if (isEmpty) return <p className={classes.none}>{t('histogram.none')}</p>;
    if (bars.length === 0) return <p className={classes.none}>{t('histogram.unsupported')}</p>;
    return (
      <>
        <BarChart
          label={title}
          heads={[head, t('histogram.objects')]}
          bars={bars}
          format={formatCount}
        />
        {counted !== '' && (
          <p className={classes.rest}>{t('histogram.counted', { age: counted })}</p>
        )}
      </>
    );
  };
  return (
    <div className={classes.pair}>
      <ChartCard
        title={t('histogram.sizes')}
        actions={<BucketSelect bucket={bucket} onBucket={onBucket} />}
      >
        {body(
          (data?.sizes ?? []).map(({ range, objects }) => ({
            label: sizeClassWords(t, range),
            value: objects,
          })),
          t('histogram.sizes'),
          t('histogram.size'),
        )}
      </ChartCard>
      <ChartCard title={t('histogram.versions')}>
        {body(
          (data?.versions ?? []).map((one) => ({
            label: versionWords(t, one),
            value: one.objects,
          })),
          t('histogram.versions'),
          t('histogram.version'),
        )}
      </ChartCard>
    </div>
  );
}
