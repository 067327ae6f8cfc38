import type uPlot from 'uplot';
import { formatAxisTime, formatDateTime, formatTime } from '#web/lib/format/dates.ts';
import { axisTexts, BYTE_STEPS, labelWidth, valueRange } from './axis.ts';
import type { TimeSeries } from './chart-values.ts';

/** The inputs of a chart's options. */
export interface ChartOptions {
  readonly series: readonly TimeSeries[];
  /** Returns the current values of a series; the chart outlives its initial ones. */
  readonly valuesOf: (series: number) => readonly (number | null)[];
  readonly group: string;
  /** Whether values are bytes: the axis has steps of binary units. */
  readonly bytes: boolean;
  /** Whether series are stacked. */
  readonly stacked: boolean;
  readonly timeLabel: string;
  readonly format: (value: number) => string;
  /** Returns the current colour of a theme token. */
  readonly token: (name: string) => string;
  readonly onZoom: (plot: uPlot) => void;
  readonly onSpan: ((start: number, end: number) => void) | undefined;
  /** Whether to show the cursor position of another chart in the group. */
  readonly followsCursor: () => boolean;
}

/** For ranges longer than this many seconds a time alone is ambiguous. */
const LONG = 86_400;
/** Pixels; a shorter drag is a click with an unsteady hand. */
const MIN_DRAG = 5;
/** The axis maximum of a chart of bytes that are all zero. */
const LEAST_BYTES = 16;
/** Top, right (half of the last label), bottom, left. */
const PADDING: uPlot.Padding = [8, 28, 0, 0];
/**
 * Theme tokens for series, in order: colours that also differ in lightness, so that colour-blind
 * users can distinguish them. Further lines are dashed.
 */
const LINES = [1, 2, 3, 4, 5, 6].map((at) => `--st-series-${at}`);
const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
const EXPECTED_DASH = [6, 4];
/** Opacity of a fill colour, as the last two digits of #rrggbbaa. */
const SOFT = '1f';
const STACKED = '66';

/** Returns the options of a chart in the theme's current colours. */
export function optionsOf(of: ChartOptions): Omit<uPlot.Options, 'width' | 'height'> {
  const { token, group, onSpan, onZoom, bytes, format } = of;
  const axis = {
    stroke: token('--st-muted'),
    grid: { stroke: token('--st-line'), width: 1 },
    ticks: { stroke: token('--st-line'), width: 1, size: 4 },
    font: '12px "Inter Variable", sans-serif',
  };
  return {
    padding: PADDING,
    cursor: {
      // Other charts of the group follow the reported span, not the drag itself.
      sync: {
        key: group,
        filters: {
          pub: (type) => onSpan === undefined || !/up|down|dbl/.test(type),
          sub: (type) => type !== 'mousemove' || of.followsCursor(),
        },
      },
      drag: { x: true, y: false, setScale: onSpan === undefined },
      points: { size: 7 },
    },
    hooks: {
      setScale: [(plot, key) => key === 'x' && onZoom(plot)],
      ...(onSpan && { setSelect: [(plot) => tellSpan(plot, onSpan)] }),
    },
    scales: {
      // A single point has no span of its own.
      x: { range: (_plot, min, max) => (min === max ? [min - 60, max + 60] : [min, max]) },
      y: {
        range: (_plot, _min, max) => valueRange(max, bytes ? LEAST_BYTES : max > 0 ? 0 : 1),
      },
    },
    axes: [
      {
        ...axis,
        size: 30,
        space: 90,
        values: (_plot, ticks, _axis, _space, step) =>
          ticks.map((tick) => formatAxisTime(tick * 1000, step)),
      },
      {
        ...axis,
        space: 28,
        ...(bytes && { incrs: [...BYTE_STEPS] }),
        size: (_plot, texts) => labelWidth(texts),
        values: (_plot, ticks) => [...axisTexts(ticks, format)],
      },
    ],
    legend: { markers: { width: 0, fill: (_plot, at) => markOf(at - 1, of) } },
    bands: bandsOf(of),
    series: [
      {
        label: of.timeLabel,
        value: (plot, _time, _series, at) => timeOf(plot, at ?? newestAt(of)),
      },
      ...of.series.map((_, at) => lineOf(at, of)),
    ],
  };
}

/** Returns the colour that identifies a series. */
function markOf(index: number, { series, token }: ChartOptions): string {
  switch (series[index]?.look) {
    case 'limit':
      return token('--st-bad');
    case 'expected':
      return token('--st-series-1');
    case 'edge':
      return token('--st-series-1') + STACKED;
  }
  return token(LINES[index % LINES.length] ?? '');
}

function timeText(seconds: number, plot: uPlot): string {
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const long = (max ?? 0) - (min ?? 0) > LONG;
  return long ? formatDateTime(seconds * 1000) : formatTime(seconds * 1000);
}

/**
 * Returns the index shown in the legend without a cursor: the newest known value, which is the last
 * time, or where the history ends and the forecast begins.
 */
function newestAt({ series, valuesOf }: ChartOptions): number {
  if (!series.some(({ look }) => look === 'expected')) return valuesOf(0).length - 1;
  return valuesOf(0).findLastIndex((value) => value !== null);
}

function timeOf(plot: uPlot, at: number): string {
  const time = plot.data[0][at];
  return time === undefined ? '—' : timeText(time, plot);
}

function lineOf(index: number, of: ChartOptions): uPlot.Series {
  const { format, stacked } = of;
  const { label = '', look } = of.series[index] ?? {};
  const colour = markOf(index, of);
  const said = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : format(value);
  const common = {
    label,
    value: (_plot: uPlot, _value: number | null, _series: number, at: number | null) =>
      said(of.valuesOf(index)[at ?? newestAt(of)]),
  };
  switch (look) {
    case 'edge':
      return { ...common, stroke: 'transparent', width: 0, points: { show: false } };
    case 'limit':
      return { ...common, stroke: colour, width: 1, points: { show: false } };
    case 'expected':
      return {
        ...common,
        ...{ stroke: colour, dash: EXPECTED_DASH, width: 2, points: { show: false } },
      };
  }
  return {
    ...common,
    stroke: colour,
    dash: [...(DASHES[Math.floor(index / LINES.length) % DASHES.length] ?? [])],
    width: stacked ? 1 : 2,
    ...((look === 'area' || (stacked && index === 0)) && {
      fill: colour + (stacked ? STACKED : SOFT),
    }),
  };
}

/** Fills the area between two edges, or between stacked series. */
function bandsOf({ series, token, stacked }: ChartOptions): uPlot.Band[] {
  return series.flatMap(({ look }, at) => {
    if (stacked && at > 0) {
      const fill = token(LINES[at % LINES.length] ?? '') + STACKED;
      return [{ series: [at + 1, at], fill } satisfies uPlot.Band];
    }
    if (look !== 'edge' || series[at + 1]?.look !== 'edge') return [];
    return [{ series: [at + 1, at + 2], fill: token('--st-series-1') + SOFT } satisfies uPlot.Band];
  });
}

/** Reports the span selected by dragging, and clears the selection. */
function tellSpan(plot: uPlot, onSpan: (start: number, end: number) => void): void {
  const { left, width } = plot.select;
  if (width < MIN_DRAG) return;
  const start = Math.floor(plot.posToVal(left, 'x'));
  const end = Math.ceil(plot.posToVal(left + width, 'x'));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onSpan(start, end);
}
