import type { WidgetDetails } from '@stowage/contract/dashboard/widgets';
import { expect, it } from 'vitest';
import { withSeriesWords } from './series-words.ts';

const widget = (legendFormat: string): WidgetDetails => ({
  ...{ id: 63, title: 'Received', type: 'graph', unit: 'bytesPerSecond' },
  targets: [{ legendFormat, resultType: 'matrix', result: [] }],
});

it.each([
  ['Data Received [{{server}}]', '<series.Data Received> [{{server}}]'],
  ['Used Capacity [{{server}}:{{drive}}]', '<series.Used Capacity> [{{server}}:{{drive}}]'],
  ['Used Capacity', '<series.Used Capacity>'],
  ['{{server,api}}', '{{server,api}}'],
  ['of another server [{{server}}]', 'of another server [{{server}}]'],
  ['', ''],
])('names the lines that the server calls %j in the language of the page: %j', (legend, named) => {
  const { targets } = withSeriesWords((key) => `<${key}>`, widget(legend));
  expect(targets[0]?.legendFormat).toBe(named);
});
