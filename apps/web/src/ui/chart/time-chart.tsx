import { Button, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatAxisTime, formatDateTime, formatTime } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import { fileName, saveCanvas } from './chart-export.ts';
import { ChartTable } from './chart-table.tsx';
import { ChartTools } from './chart-tools.tsx';
import type { ChartValues } from './chart-values.ts';
import classes from './time-chart.module.css';

export interface TimeChartProps extends ChartValues {
  /** Charts of one group share the cursor. */
  readonly group: string;
  /** Pixels; 160 when left out. */
  readonly height?: number;
  /** Offers the values as a table and as files; without it readers have a hidden table. */
  readonly tools?: boolean;
  /** Takes the span that somebody drags over, in seconds since 1970, in place of a zoom of this chart. */
  readonly onSpan?: (start: number, end: number) => void;
}

const HEIGHT = 160;
/** Who has no mouse reaches what is further down. */
const SCROLLED_BY_KEYS = { tabIndex: 0 };
/** Seconds from which on a time alone does not say which day. */
const LONG = 86_400;
/**
 * Tokens of the theme, in the order in which series get them: colours that differ in lightness too,
 * so that the colour-blind tell them apart. Beyond them lines are dashed.
 */
const LINES = [1, 2, 3, 4, 5, 6].map((at) => `--st-series-${at}`);
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

const lineOf = (index: number) => LINES[index % LINES.length] ?? '';
const dashOf = (index: number) => DASHES[Math.floor(index / LINES.length) % DASHES.length] ?? [];

function timeText(seconds: number, plot: uPlot): string {
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const long = (max ?? 0) - (min ?? 0) > LONG;
  return long ? formatDateTime(seconds * 1000) : formatTime(seconds * 1000);
}

/** Tells of the span that was dragged over, and takes the mark away. */
function tellSpan(plot: uPlot, onSpan: (start: number, end: number) => void): void {
  const { left, width } = plot.select;
  if (width < MIN_DRAG) return;
  const start = Math.floor(plot.posToVal(left, 'x'));
  const end = Math.ceil(plot.posToVal(left + width, 'x'));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSpan(start, end);
}
/** Pixels; less is a click with an unsteady hand. */
const MIN_DRAG = 5;

/** The options of a chart in the colours that the theme has now. */
function optionsOf(
  { series, group, onSpan }: Pick<TimeChartProps, 'series' | 'group' | 'onSpan'>,
  {
    token,
    timeLabel,
    format,
    onZoom,
  }: {
    readonly token: (name: string) => string;
    readonly timeLabel: string;
    readonly format: (value: number) => string;
    readonly onZoom: (plot: uPlot) => void;
  },
): Omit<uPlot.Options, 'width' | 'height'> {
  const axis = { stroke: token('--st-muted'), grid: { stroke: token('--st-line'), width: 1 } };
  return {
    cursor: {
      // The others of the group follow the span that is told, not the dragging itself.
      sync: {
        key: group,
        ...(onSpan && { filters: { pub: (type) => !/up|down|dbl/.test(type) } }),
      },
      drag: { x: true, y: false, setScale: onSpan === undefined },
    },
    hooks: {
      setScale: [(plot, key) => key === 'x' && onZoom(plot)],
      ...(onSpan && { setSelect: [(plot) => tellSpan(plot, onSpan)] }),
    },
    scales: {
      // One point alone has no span of its own.
      x: { range: (_plot, min, max) => (min === max ? [min - 60, max + 60] : [min, max]) },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        space: 90,
        values: (_plot, ticks, _axis, _space, step) =>
          ticks.map((tick) => formatAxisTime(tick * 1000, step)),
      },
      { ...axis, size: 84, values: (_plot, ticks) => ticks.map(format) },
    ],
    series: [
      { label: timeLabel, value: (plot, time) => (time === null ? '—' : timeText(time, plot)) },
      ...series.map(({ label }, index) => ({
        label,
        stroke: token(lineOf(index)),
        dash: [...dashOf(index)],
        width: 2,
        value: (_plot: uPlot, value: number | null) => (value === null ? '—' : format(value)),
      })),
    ],
  };
}

/**
 * Values over time. Dragging zooms into a span, which stays while new values come. It is large:
 * load it when it is needed.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, format, group, onSpan, height = HEIGHT, tools = false } = props;
  const t = useText(uiText);
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [zoomed, setZoomed] = useState(false);
  const [table, setTable] = useState(false);
  const tell = useEffectEvent((start: number, end: number) => onSpan?.(start, end));
  const data = useMemo(
    (): uPlot.AlignedData => [[...times], ...series.map(({ values }) => [...values])],
    [times, series],
  );
  const names = JSON.stringify(series.map((one) => one.label));

  const create = useEffectEvent((element: HTMLElement) => {
    const style = getComputedStyle(element);
    const options = optionsOf(
      { series, group, ...(onSpan && { onSpan: tell }) },
      {
        token: (name) => style.getPropertyValue(name),
        timeLabel: t('chart.time'),
        format,
        onZoom: ({ scales: { x }, data: [all] }) =>
          setZoomed(x?.min !== all[0] || x?.max !== all.at(-1)),
      },
    );
    return new uPlot({ ...options, width: Math.max(width, 1), height }, data, element);
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
  useEffect(() => plot.current?.setSize({ width: Math.max(width, 1), height }), [width, height]);
  const savePicture = () => {
    const canvas = host.current?.querySelector('canvas');
    if (!host.current || !canvas) return;
    const ground = getComputedStyle(host.current).getPropertyValue('--st-surface');
    saveCanvas(fileName(label, 'png'), canvas, ground);
  };

  return (
    <figure ref={frame} className={classes.figure}>
      <figcaption className={classes.caption}>
        {!tools && label}
        {zoomed && onSpan === undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => setZoomed(false)}>
            {t('chart.all')}
          </Button>
        )}
        {tools && (
          <ChartTools {...props} table={table} onTable={setTable} onPicture={savePicture} />
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
