import { Button, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import { stacked as stackedValues } from './axis.ts';
import { chartCsv, fileName, saveCanvas } from './chart-export.ts';
import { optionsOf } from './chart-options.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTools } from './chart-tools.tsx';
import { type ChartValues, newestValues } from './chart-values.ts';
import { DrawnPlot } from './drawn-plot.ts';
import classes from './time-chart.module.css';
import { useNearScreen } from './use-near-screen.ts';

export interface TimeChartProps extends ChartValues {
  /** Charts of one group share the cursor. */
  readonly group: string;
  /** Pixels; 160 if omitted. */
  readonly height?: number;
  /** Whether values are bytes: the axis has steps of binary units. */
  readonly bytes?: boolean;
  /** Whether to stack the series: a whole and its parts. */
  readonly stacked?: boolean;
  /** Offers the values as a table and as files; otherwise screen readers get a hidden table. */
  readonly tools?: boolean;
  /**
   * Called with the span selected by dragging, in seconds since 1970, instead of zooming this
   * chart.
   */
  readonly onSpan?: (start: number, end: number) => void;
}

const HEIGHT = 160;
/** Height in pixels of a legend line below a chart. */
const LEGEND = 20;
/** Makes it scrollable by keyboard. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/**
 * Values over time. Dragging zooms into a span, which is kept while new values arrive. It is large,
 * so load it on demand.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, format, group, onSpan, height = HEIGHT, tools = false } = props;
  const { bytes = false, stacked = false } = props;
  const t = useText(uiText);
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const near = useNearScreen(host);
  const [plot] = useState(() => new DrawnPlot());
  const [zoomed, setZoomed] = useState(false);
  const [table, setTable] = useState(false);
  const tell = useEffectEvent((start: number, end: number) => onSpan?.(start, end));
  const data = useMemo((): uPlot.AlignedData => {
    const values = series.map((one) => one.values);
    return [[...times], ...(stacked ? stackedValues(values) : values).map((one) => [...one])];
  }, [times, series, stacked]);
  // The legend shows the current values, however they are drawn.
  const valuesOf = useEffectEvent((at: number) => series[at]?.values ?? []);
  const isNear = useEffectEvent(() => near);
  const made = JSON.stringify([scheme, series.map((one) => [one.label, one.look])]);

  const make = useEffectEvent(() => {
    if (host.current === null) return undefined;
    const style = getComputedStyle(host.current);
    const options = optionsOf({
      series,
      valuesOf: (at) => valuesOf(at),
      ...{ group, bytes, stacked, format },
      timeLabel: t('chart.time'),
      token: (name) => style.getPropertyValue(name).trim(),
      // A single point is shown with a margin, which is not a zoom: the second one has to come into
      // view.
      onZoom: ({ scales: { x }, data: [all] }) =>
        setZoomed(all.length > 1 && (x?.min !== all[0] || x?.max !== all.at(-1))),
      onSpan: onSpan && ((start, end) => tell(start, end)),
      followsCursor: () => isNear(),
    });
    // Measured here, so that the first drawing already has its final size.
    const size = { width: Math.max(host.current.clientWidth, 1), height };
    return new uPlot({ ...options, ...size }, data, host.current);
  });
  useEffect(() => {
    if (near) plot.show({ made, data, keepSpan: zoomed, width, height }, () => make());
  }, [plot, near, made, data, zoomed, width, height]);
  useEffect(() => () => plot.end(), [plot]);
  const savePicture = () => {
    const canvas = host.current?.querySelector('canvas');
    if (!host.current || !canvas) return;
    const ground = getComputedStyle(host.current).getPropertyValue('--st-surface');
    saveCanvas(fileName(label, 'png'), canvas, ground);
  };

  return (
    <figure ref={frame} className={classes.figure} aria-label={label}>
      <figcaption className={classes.caption} data-tools={tools || undefined}>
        {!tools && label}
        {zoomed && onSpan === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => setZoomed(false)}>
            {t('chart.all')}
          </Button>
        )}
        {tools && (
          <ChartTools
            label={label}
            csv={() => chartCsv(t('chart.time'), times, series)}
            table={table}
            onTable={setTable}
            onPicture={savePicture}
          />
        )}
      </figcaption>
      <div ref={host} style={{ minHeight: height + LEGEND }} aria-hidden />
      {tools ? (
        <>
          <VisuallyHidden>{t('chart.newest', { values: newestValues(props) })}</VisuallyHidden>
          {table && (
            <section className={classes.scroll} aria-label={label} {...SCROLLED_BY_KEYS}>
              <ChartTable {...props} />
            </section>
          )}
        </>
      ) : (
        <VisuallyHidden>
          <ChartTable {...props} />
        </VisuallyHidden>
      )}
    </figure>
  );
}
