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
import type { ChartValues } from './chart-values.ts';
import classes from './time-chart.module.css';

export interface TimeChartProps extends ChartValues {
  /** Charts of one group share the cursor. */
  readonly group: string;
  /** Pixels; 160 when left out. */
  readonly height?: number;
  /** Values are bytes: the axis has steps of binary units. */
  readonly bytes?: boolean;
  /** Draws the series upon each other: a whole and its parts. */
  readonly stacked?: boolean;
  /** Offers the values as a table and as files; without it readers have a hidden table. */
  readonly tools?: boolean;
  /** Takes the span that somebody drags over, in seconds since 1970, in place of a zoom of this chart. */
  readonly onSpan?: (start: number, end: number) => void;
}

const HEIGHT = 160;
/** Who has no mouse reaches what is further down. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };

/**
 * Values over time. Dragging zooms into a span, which stays while new values come. It is large:
 * load it when it is needed.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, format, group, onSpan, height = HEIGHT, tools = false } = props;
  const { bytes = false, stacked = false } = props;
  const t = useText(uiText);
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [zoomed, setZoomed] = useState(false);
  const [table, setTable] = useState(false);
  const tell = useEffectEvent((start: number, end: number) => onSpan?.(start, end));
  const data = useMemo((): uPlot.AlignedData => {
    const values = series.map((one) => one.values);
    return [[...times], ...(stacked ? stackedValues(values) : values).map((one) => [...one])];
  }, [times, series, stacked]);
  // The legend says the values as they are now, however they are drawn.
  const valuesOf = useEffectEvent((at: number) => series[at]?.values ?? []);
  const names = JSON.stringify(series.map((one) => [one.label, one.look]));

  const create = useEffectEvent((element: HTMLElement) => {
    const style = getComputedStyle(element);
    const options = optionsOf({
      series,
      valuesOf: (at) => valuesOf(at),
      ...{ group, bytes, stacked, format },
      timeLabel: t('chart.time'),
      token: (name) => style.getPropertyValue(name).trim(),
      // One point is shown with air beside it, which is no zoom: the second one has to come into view.
      onZoom: ({ scales: { x }, data: [all] }) =>
        setZoomed(all.length > 1 && (x?.min !== all[0] || x?.max !== all.at(-1))),
      onSpan: onSpan && ((start, end) => tell(start, end)),
    });
    // Measured here and not waited for: what is drawn first has its size.
    return new uPlot(
      { ...options, width: Math.max(element.clientWidth, 1), height },
      data,
      element,
    );
  });
  useEffect(() => {
    if (host.current === null || scheme === undefined || names === '') return undefined;
    const made = create(host.current);
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
  }, [scheme, names]);
  useEffect(() => plot.current?.setData(data, !zoomed), [data, zoomed]);
  useEffect(() => {
    const { current } = plot;
    if (width > 0 && (current?.width !== width || current.height !== height)) {
      current?.setSize({ width, height });
    }
  }, [width, height]);
  const savePicture = () => {
    const canvas = host.current?.querySelector('canvas');
    if (!host.current || !canvas) return;
    const ground = getComputedStyle(host.current).getPropertyValue('--st-surface');
    saveCanvas(fileName(label, 'png'), canvas, ground);
  };

  return (
    <figure ref={frame} className={classes.figure}>
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
      <div ref={host} aria-hidden />
      {tools ? (
        table && (
          <section className={classes.scroll} aria-label={label} {...SCROLLED_BY_KEYS}>
            <ChartTable {...props} />
          </section>
        )
      ) : (
        <VisuallyHidden>
          <ChartTable {...props} />
        </VisuallyHidden>
      )}
    </figure>
  );
}
