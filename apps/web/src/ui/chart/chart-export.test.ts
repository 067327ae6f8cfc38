import { expect, it } from 'vitest';
import { chartCsv, fileName } from './chart-export.ts';

it('writes times in ISO 8601 and plain numbers, with gaps left empty', () => {
  const series = [
    { label: 'a "quoted", name', values: [1.5, null] },
    { label: '=1+1', values: [0, 2] },
  ];
  expect(chartCsv('Time', [0, 60], series)).toBe(
    '"Time","a ""quoted"", name","\'=1+1"\r\n' +
      '1970-01-01T00:00:00.000Z,1.5,0\r\n' +
      '1970-01-01T00:01:00.000Z,,2\r\n',
  );
});

it('makes a file name of any label', () => {
  expect(fileName('Node IO / "x" ', 'csv')).toBe('Node-IO-x.csv');
});
