import { ActionIcon, Modal } from '@mantine/core';
import type { Widget, WidgetDetails } from '@stowage/contract/dashboard/widgets';
import { IconArrowsMaximize } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { formatTime } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import { BarChart } from '#web/ui/chart/bar-chart.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { dashboardText } from '../en.ts';
import { firstValuesAt } from './first-values.ts';
import { formatValue } from './format-value.ts';
import type { MetricRange } from './metric-range.ts';
import classes from './metrics.module.css';
import { withSeriesWords } from './series-words.ts';
import { sizeClassWords } from './size-class-words.ts';
import { isMerged, MERGED, type MergedPart } from './widget-layout.ts';
import { cardQueries, isGraph, sourceQuery } from './widget-query.ts';
import { chartData, type NamedValue, numbersOf } from './widget-values.ts';

const TimeChart = lazyPart(() => import('#web/ui/chart/time-chart.tsx'), 'TimeChart');

/** The dashboard's charts share their cursor. */
const GROUP = 'dashboard';
const LARGE = 420;

interface WidgetCardProps {
  readonly id: number;
  readonly widgets: readonly Widget[];
  readonly range: MetricRange;
  /** Called with the span selected by dragging, in seconds since 1970. */
  readonly onSpan: (start: number, end: number) => void;
}

type NamedWidget = keyof (typeof dashboardText)['english']['widget'];

/** Whether its title is available in the page's language. */
function isNamed(key: string): key is NamedWidget {
  return Object.hasOwn(dashboardText.english.widget, key);
}

function useWidgetTitle(widgets: readonly Widget[]) {
  const t = useText(dashboardText);
  return (id: number) => {
    if (isMerged(id)) return t(`merged.w${id}`);
    const key = `w${id}`;
    if (isNamed(key)) return t(`widget.${key}`);
    return widgets.find((one) => one.id === id)?.title.trim() ?? '';
  };
}

/** Shown without data; on first start it says when data is expected. */
function NoData() {
  const t = useText(dashboardText);
  const { data: source } = useQuery(sourceQuery);
  const first = firstValuesAt(source, Date.now());
  const text = first === undefined ? t('noData') : t('firstValues', { time: formatTime(first) });
  return <p className={classes.none}>{text}</p>;
}

interface DetailsProps {
  readonly title: string;
  readonly details: WidgetDetails;
}

function Lines({
  title,
  details,
  onSpan,
  height,
}: DetailsProps & { readonly height?: number } & Pick<WidgetCardProps, 'onSpan'>) {
  const t = useText(dashboardText);
  const data = useMemo(() => chartData(withSeriesWords(t, details)), [t, details]);
  if (data.times.length === 0) return <NoData />;
  return (
    <Suspense fallback={<ListSkeleton rows={1} height={160} />}>
      <TimeChart
        {...data}
        label={title}
        format={(value) => formatValue(t, details.unit, value)}
        group={GROUP}
        bytes={details.unit === 'bytes' || details.unit === 'bytesPerSecond'}
        tools
        onSpan={onSpan}
        {...(height !== undefined && { height })}
      />
    </Suspense>
  );
}

function Bars({ title, details }: DetailsProps) {
  const t = useText(dashboardText);
  const numbers = numbersOf(details);
  if (numbers.length === 0) return <NoData />;
  return (
    <BarChart
      label={title}
      heads={[t('classOfSize'), t('objects')]}
      bars={numbers.map(({ label, value }) => ({ label: sizeClassWords(t, label), value }))}
      format={(value) => formatValue(t, details.unit, value)}
    />
  );
}

/** One number, or one per series. */
function Numbers({ numbers }: { readonly numbers: readonly (NamedValue & { text: string })[] }) {
  if (numbers.length === 0) return <NoData />;
  const [first] = numbers;
  if (first && numbers.length === 1) return <p className={classes.number}>{first.text}</p>;
  return (
    <dl className={classes.numbers}>
      {numbers.map(({ label, text }) => (
        <div key={label}>
          <dt>{isolatedText(label)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A card of the metrics dashboard: one widget, or two related ones. */
export function WidgetCard({ id, widgets, range, onSpan }: WidgetCardProps) {
  const t = useText(dashboardText);
  const title = useWidgetTitle(widgets)(id);
  const [zoomed, setZoomed] = useState(false);
  const hasLines = isGraph(id, widgets);
  const queries = useQueries({ queries: cardQueries(id, widgets, range) });
  const failed = queries.find(({ isError }) => isError);
  const loaded = queries.flatMap(({ data }) => data ?? []);
  const show = (height?: number): ReactNode => {
    const [details] = loaded;
    if (failed?.error) return <p role="alert">{isolatedText(failed.error.message)}</p>;
    if (loaded.length < queries.length || details === undefined) {
      return <ListSkeleton rows={1} height={hasLines ? 160 : 40} />;
    }
    if (hasLines) {
      return <Lines {...{ title, details, onSpan }} {...(height !== undefined && { height })} />;
    }
    if (details.type === 'bargauge') return <Bars title={title} details={details} />;
    const parts = isMerged(id) ? (Object.keys(MERGED[id]) as MergedPart[]) : [];
    const numbers = loaded.flatMap((one, at) => {
      const part = parts[at];
      return numbersOf(one).map(({ label, value }) => {
        const text = formatValue(t, one.unit, value);
        return { label: part === undefined ? label : t(`part.${part}`), value, text };
      });
    });
    return <Numbers numbers={numbers} />;
  };
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <ActionIcon size="sm" aria-label={t('zoom', { title })} onClick={() => setZoomed(true)}>
          <IconArrowsMaximize size={16} stroke={1.6} />
        </ActionIcon>
      </div>
      {show()}
      <Modal
        opened={zoomed}
        onClose={() => setZoomed(false)}
        title={title}
        size="90%"
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {show(LARGE)}
      </Modal>
    </section>
  );
}
