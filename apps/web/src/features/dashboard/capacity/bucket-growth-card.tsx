import { Anchor, NativeSelect } from '@mantine/core';
import type { BucketGrowth } from '@stowage/contract/dashboard/usage';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { formatCount, formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { RouterLink } from '#web/lib/router/router-link.tsx';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { Name } from '#web/ui/name.tsx';
import { dashboardText } from '../en.ts';
import { formatChange } from '../metrics/format-value.ts';
import { bucketGrowthQuery } from './api.ts';
import { growthLines } from './bucket-growth-values.ts';
import classes from './capacity.module.css';
import { DAYS, LIMITS } from './capacity-search.ts';
import { ChartCard } from './chart-card.tsx';
import { Sparkline } from './sparkline.tsx';

const TimeChart = lazyPart(() => import('#web/ui/chart/time-chart.tsx'), 'TimeChart');
const HEIGHT = 220;
const DAY = 86_400;

function GrowthChart({ buckets }: { readonly buckets: readonly BucketGrowth[] }) {
  const t = useText(dashboardText);
  const lines = useMemo(() => growthLines(buckets), [buckets]);
  if (lines.times.length === 0) return <p className={classes.none}>{t('growth.noCourse')}</p>;
  return (
    <Suspense fallback={<ListSkeleton rows={1} height={HEIGHT} />}>
      <TimeChart
        {...lines}
        label={t('growth.title')}
        format={(value) => formatSize(Math.round(value))}
        group="growth"
        height={HEIGHT}
        bytes
        stacked
        tools
      />
    </Suspense>
  );
}

function GrowthTable({ buckets }: { readonly buckets: readonly BucketGrowth[] }) {
  const t = useText(dashboardText);
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{t('growth.list')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('growth.bucket')}</th>
          <th scope="col" data-align="end">
            {t('growth.growth')}
          </th>
          <th scope="col" data-align="end">
            {t('growth.size')}
          </th>
          <th scope="col" data-align="end" data-wide>
            {t('growth.objects')}
          </th>
          <th scope="col" data-wide>
            {t('growth.course')}
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ bucket, size, objects, growth, values }) => (
          <tr key={bucket}>
            <th scope="row">
              <Anchor
                component={RouterLink}
                to={pagePath('bucketAdmin', { bucketName: bucket, rest: 'summary' })}
              >
                <Name>{bucket}</Name>
              </Anchor>
            </th>
            <td data-align="end">{values.length < 2 ? '—' : formatChange(growth)}</td>
            <td data-align="end">{formatSize(size)}</td>
            <td data-align="end" data-wide>
              {formatCount(objects)}
            </td>
            <td data-wide>
              <Sparkline values={values} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface BucketGrowthCardProps {
  readonly days: (typeof DAYS)[number];
  readonly top: (typeof LIMITS)[number];
  readonly onDays: (days: (typeof DAYS)[number]) => void;
  readonly onTop: (top: (typeof LIMITS)[number]) => void;
}

/** Bucket usage over time, the fastest-growing bucket first. */
export function BucketGrowthCard({ days, top, onDays, onTop }: BucketGrowthCardProps) {
  const t = useText(dashboardText);
  const query = useQuery(bucketGrowthQuery(Number(days) * DAY, Number(top)));
  const { data } = query;
  return (
    <ChartCard
      title={t('growth.title')}
      actions={
        <>
          <NativeSelect
            size="xs"
            aria-label={t('growth.range')}
            value={days}
            onChange={({ currentTarget: { value } }) =>
              onDays(DAYS.find((one) => one === value) ?? DAYS[0])
            }
            data={[...DAYS]
              .sort((a, b) => Number(a) - Number(b))
              .map((value) => ({ value, label: t('growth.days', { count: Number(value) }) }))}
          />
          <NativeSelect
            size="xs"
            aria-label={t('growth.limit')}
            value={top}
            onChange={({ currentTarget: { value } }) =>
              onTop(LIMITS.find((one) => one === value) ?? LIMITS[0])
            }
            data={LIMITS.map((value) => ({ value, label: t('growth.top', { count: value }) }))}
          />
        </>
      }
    >
      {query.isPending && <ListSkeleton rows={1} height={HEIGHT} />}
      {query.isLoadingError && <QueryFailure title={t('growth.failed')} query={query} />}
      {data?.buckets.length === 0 && <p className={classes.none}>{t('growth.none')}</p>}
      {data !== undefined && data.buckets.length > 0 && (
        <>
          <GrowthChart buckets={data.buckets} />
          <GrowthTable buckets={data.buckets} />
          {data.total > data.buckets.length && (
            <p className={classes.rest}>
              {t('growth.rest', {
                shown: formatNumber(data.buckets.length),
                total: formatNumber(data.total),
              })}
            </p>
          )}
        </>
      )}
    </ChartCard>
  );
}
