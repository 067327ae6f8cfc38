import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { formatDate } from '#web/lib/format/dates.ts';
import { formatDuration } from '#web/lib/format/durations.ts';
import { formatPercent } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { dashboardText } from '../en.ts';
import { formatChange } from '../metrics/format-value.ts';
import { forecastQuery } from './api.ts';
import classes from './capacity.module.css';
import { WEEKS } from './capacity-search.ts';
import { ChartCard } from './chart-card.tsx';
import { type Forecast, forecastLines, outlookOf } from './forecast-values.ts';

const TimeChart = lazyPart(() => import('#web/ui/chart/time-chart.tsx'), 'TimeChart');
const HEIGHT = 260;

function day(seconds: number | undefined): string {
  return seconds === undefined ? '' : formatDate(seconds * 1000);
}

/** The forecast as a sentence, and its confidence. */
function Headline({ forecast }: { readonly forecast: Forecast }) {
  const t = useText(dashboardText);
  const outlook = outlookOf(forecast);
  const [first, last] = [forecast.history[0]?.[0], forecast.history.at(-1)?.[0]];
  const values = {
    day: day(forecast.fullAt),
    earliest: day(forecast.earliest),
    latest: day(forecast.latest),
    length: formatDuration(Math.max(60, (last ?? 0) - (first ?? 0)), 1),
  };
  return (
    <div className={classes.headline} data-outlook={outlook}>
      <p className={classes.outlook}>{t(`forecast.outlook.${outlook}`, values)}</p>
      <p className={classes.sure}>{t(`forecast.sure.${outlook}`, values)}</p>
    </div>
  );
}

function Facts({ forecast }: { readonly forecast: Forecast }) {
  const t = useText(dashboardText);
  const { used, capacity, growth } = forecast;
  const perDay = (value: number) => t('forecast.perDay', { size: formatChange(value) });
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('forecast.used')}</dt>
        <dd>{t('forecast.usedOf', { used: formatSize(used), capacity: formatSize(capacity) })}</dd>
        <dd className={classes.fine}>{formatPercent(used / capacity)}</dd>
      </div>
      {growth !== undefined && (
        <div>
          <dt>{t('forecast.growth')}</dt>
          <dd>{perDay(growth.perDay)}</dd>
          <dd className={classes.fine}>
            {t('forecast.band', { low: perDay(growth.low), high: perDay(growth.high) })}
          </dd>
        </div>
      )}
    </dl>
  );
}

function ForecastChart({ forecast }: { readonly forecast: Forecast }) {
  const t = useText(dashboardText);
  const lines = useMemo(
    () =>
      forecastLines(forecast, {
        used: t('forecast.line.used'),
        expected: t('forecast.line.expected'),
        most: t('forecast.line.most'),
        least: t('forecast.line.least'),
        capacity: t('forecast.line.capacity'),
      }),
    [forecast, t],
  );
  if (lines.times.length === 0) return null;
  return (
    <Suspense fallback={<ListSkeleton rows={1} height={HEIGHT} />}>
      <TimeChart
        {...lines}
        label={t('forecast.title')}
        format={(value) => formatSize(Math.round(value))}
        group="forecast"
        height={HEIGHT}
        bytes
        tools
      />
    </Suspense>
  );
}

interface ForecastCardProps {
  readonly weeks: (typeof WEEKS)[number];
  readonly onWeeks: (weeks: (typeof WEEKS)[number]) => void;
}

/** When the space will be full if usage keeps growing, how certain that is, and why. */
export function ForecastCard({ weeks, onWeeks }: ForecastCardProps) {
  const t = useText(dashboardText);
  const query = useQuery(forecastQuery(Number(weeks)));
  return (
    <ChartCard
      title={t('forecast.title')}
      actions={
        <NativeSelect
          size="xs"
          aria-label={t('forecast.basis')}
          value={weeks}
          onChange={({ currentTarget: { value } }) =>
            onWeeks(WEEKS.find((one) => one === value) ?? WEEKS[0])
          }
          data={[...WEEKS]
            .sort((a, b) => Number(a) - Number(b))
            .map((value) => ({ value, label: t('forecast.weeks', { count: Number(value) }) }))}
        />
      }
    >
      {query.isPending && <ListSkeleton rows={1} height={HEIGHT} />}
      {query.isLoadingError && <QueryFailure title={t('forecast.failed')} query={query} />}
      {query.data && (
        <>
          <div className={classes.summary}>
            <Headline forecast={query.data} />
            {query.data.capacity > 0 && <Facts forecast={query.data} />}
          </div>
          <ForecastChart forecast={query.data} />
        </>
      )}
    </ChartCard>
  );
}
