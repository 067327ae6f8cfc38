import type { WatchEvent } from '@stowage/contract/tools/watch';
import { Suspense, useMemo } from 'react';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { StreamEntry } from '#web/lib/stream/stream-state.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { changeRate } from './change-rate.ts';
import { watchText } from './en.ts';

const TimeChart = lazyPart(() => import('#web/ui/chart/time-chart.tsx'), 'TimeChart');

/** Changes per second; nothing before the first. */
export function WatchRate({ entries }: { readonly entries: readonly StreamEntry<WatchEvent>[] }) {
  const t = useText(watchText);
  const { times, counts } = useMemo(() => changeRate(entries), [entries]);
  const series = useMemo(() => [{ label: t('list'), values: counts }], [t, counts]);
  if (times.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <TimeChart
        label={t('rate')}
        times={times}
        series={series}
        format={formatCount}
        group="watch"
      />
    </Suspense>
  );
}
