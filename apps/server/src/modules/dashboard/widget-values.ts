import type { Widget, WidgetDetails } from '@stowage/contract/dashboard/widgets';
import type { QueryEngine, Series } from '@stowage/metrics/query';
import { WIDGETS, type WidgetSpec } from '@stowage/metrics/widgets';
import { ConsoleError } from '../../console-error.ts';
import { type AskedRange, rangeOf } from './time-range.ts';

/** A widget without its values. */
export function presentWidget({ id, title, type, unit, calc }: WidgetSpec): Widget {
  const options = calc && { options: { reduceOptions: { calcs: [calc] } } };
  return { id, title, type, unit, ...options };
}

/**
 * A widget with its values.
 * @throws ConsoleError NotFound, InvalidInput; MetricSourceError
 */
export async function readWidget(
  engine: QueryEngine,
  { id, now, ...asked }: AskedRange & { readonly id: number; readonly now: number },
  signal: AbortSignal,
): Promise<WidgetDetails> {
  const widget = WIDGETS.find((one) => one.id === id);
  if (!widget) throw new ConsoleError('NotFound');
  const range = rangeOf(asked, now);
  const targets = await Promise.all(
    widget.targets.map(async ({ query, legend }) => ({
      legendFormat: legend,
      resultType: 'matrix' as const,
      result: (await engine.run(query, range, signal)).map(presentSeries),
    })),
  );
  return { ...presentWidget(widget), targets };
}

function presentSeries({ labels, times, values }: Series) {
  return {
    metric: { ...labels },
    values: times.map((time, index): [number, string] => [time, String(values[index] ?? 0)]),
  };
}
