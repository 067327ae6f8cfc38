import type { WidgetDetails } from '@stowage/contract/dashboard/widgets';
import { describe, expect, it } from 'vitest';
import { chartData, labelOf, numbersOf } from './widget-values.ts';

const widget = (parts: Partial<WidgetDetails> = {}): WidgetDetails => ({
  ...{ id: 60, title: 'Requests', type: 'graph', unit: 'perSecond' },
  targets: [
    {
      ...{ legendFormat: '{{server}}', resultType: 'matrix' },
      result: [
        {
          metric: { server: 'a' },
          values: [
            [20, '2'],
            [10, '1'],
          ],
        },
        {
          metric: { server: 'b' },
          values: [
            [10, '4'],
            [30, 'NaN'],
          ],
        },
      ],
    },
  ],
  ...parts,
});

it.each([
  ['Used [{{server}}:{{drive}}]', { server: 'a', drive: '/d' }, 'Used [a:/d]'],
  ['{{server,api}}', { server: 'a', api: 'put' }, 'a put'],
  ['', { server: 'a' }, 'a'],
  ['Fixed', {}, 'Fixed'],
])('calls a series of %j with %j %j', (legend, metric, label) => {
  expect(labelOf(legend, metric)).toBe(label);
});

describe('the values of a widget', () => {
  it('stand on one axis of time, with gaps where a series has none', () => {
    expect(chartData(widget())).toEqual({
      times: [10, 20, 30],
      series: [
        { label: 'a', values: [1, 2, null] },
        { label: 'b', values: [4, null, null] },
      ],
    });
  });

  it('are no line through a time of which nothing is known', () => {
    const at = [60, 120, 180, 900, 960, 975].map((time): [number, string] => [time, '1']);
    const result = [{ metric: {}, values: at }];
    const one = { legendFormat: 'a', resultType: 'matrix' as const, result };
    const { times, series } = chartData(widget({ targets: [one] }));
    expect(times).toEqual([60, 120, 180, 240, 900, 960, 975]);
    expect(series[0]?.values).toEqual([1, 1, 1, null, 1, 1, 1]);
  });

  it.each([
    ['mean', [1.5, 4]],
    ['last', [2, 4]],
    ['lastNotNull', [2, 4]],
  ] as const)('become one number by %s', (calc, numbers) => {
    const options = { reduceOptions: { calcs: [calc] } };
    expect(numbersOf(widget({ options })).map(({ value }) => value)).toEqual(numbers);
  });

  it('are none without series', () => {
    expect(numbersOf(widget({ targets: [] }))).toEqual([]);
    expect(chartData(widget({ targets: [] }))).toEqual({ times: [], series: [] });
  });
});
