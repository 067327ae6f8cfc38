import { Button, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatAxisTime, formatDateTime, formatTime } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './time-chart.module.css';

interface TimeSeries {
  readonly label: string;
  /** One for each time. */
  readonly values: readonly number[];
}

export interface TimeChartProps {
  /** What is shown. */
  readonly label: string;
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** A value with its unit. */
  readonly format: (value: number) => string;
  /** Charts of one group share the cursor. */
  readonly group: string;
}

const HEIGHT = 160;
/** Tokens of the theme, in the order in which series get them. */
const LINES = ['--st-accent', '--st-good', '--st-bad', '--st-muted'];

const DAY = 86_400;

/** A time among these: with its day where they are of several. */
function formatAmong(times: readonly number[]): (time: number) => string {
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) >= DAY;
  return (time) => (isLong ? formatDateTime : formatTime)(time * 1000);
}

/** The options of a chart in the colours that the theme has now. */
function optionsOf(
  { series, group }: Pick<TimeChartProps, 'series' | 'group'>,
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
    cursor: { sync: { key: group }, drag: { x: true, y: false } },
    hooks: { setScale: [(plot, key) => key === 'x' && onZoom(plot)] },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      {
        ...axis,
        values: (_plot, ticks, _axis, _space, step) =>
          ticks.map((tick) => formatAxisTime(tick * 1000, step)),
      },
      { ...axis, size: 60, values: (_plot, ticks) => ticks.map(format) },
    ],
    series: [
      {
        label: timeLabel,
        value: ({ data: [times] }, time) => (time === null ? '—' : formatAmong([...times])(time)),
      },
      ...series.map(({ label }, index) => ({
        label,
        stroke: token(LINES[index % LINES.length] ?? ''),
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
export function TimeChart({ label, times, series, format, group }: TimeChartProps) {
  const t = useText(uiText);
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [zoomed, setZoomed] = useState(false);
  const data = useMemo(
    (): uPlot.AlignedData => [[...times], ...series.map(({ values }) => [...values])],
    [times, series],
  );
  const names = JSON.stringify(series.map((one) => one.label));

  const create = useEffectEvent((element: HTMLElement) => {
    const style = getComputedStyle(element);
    const options = optionsOf(
      { series, group },
      {
        token: (name) => style.getPropertyValue(name),
        timeLabel: t('chart.time'),
        format,
        onZoom: ({ scales: { x }, data: [all] }) =>
          setZoomed(x?.min !== all[0] || x?.max !== all.at(-1)),
      },
    );
    return new uPlot({ ...options, width: Math.max(width, 1), height: HEIGHT }, data, element);
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
  useEffect(() => plot.current?.setSize({ width: Math.max(width, 1), height: HEIGHT }), [width]);

  return (
    <figure ref={frame} className={classes.figure}>
      <figcaption className={classes.caption}>
        {label}
        {zoomed && (
          <Button size="compact-xs" variant="subtle" onClick={() => setZoomed(false)}>
            {t('chart.all')}
          </Button>
        )}
      </figcaption>
      <div ref={host} aria-hidden />
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{t('chart.time')}</th>
              {series.map((one) => (
                <th key={one.label} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, index) => (
              <tr key={time}>
                <th scope="row">{formatAmong(times)(time)}</th>
                {series.map((one) => (
                  <td key={one.label}>{format(one.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  );
}
