import { cpuTimeOf } from '@stowage/domain/testing/cpu-time';
import { describe, expect, it } from 'vitest';
import { MetricTextError, readMetrics, writeMetrics } from './prometheus-text.ts';

const one = (text: string) => [...readMetrics(text)];

describe('metrics as text', () => {
  it.each([
    ['up 1', { name: 'up', labels: {}, value: 1 }],
    ['up{} 1.5e+09', { name: 'up', labels: {}, value: 1.5e9 }],
    ['up{a="b",c="d",} 2 1700000000000', { name: 'up', labels: { a: 'b', c: 'd' }, value: 2 }],
    [
      '  a:b { le = "+Inf" , x="" } +Inf',
      { name: 'a:b', labels: { le: '+Inf', x: '' }, value: Number.POSITIVE_INFINITY },
    ],
    ['up{a="\\"\\\\\\n\\d}"} NaN', { name: 'up', labels: { a: '"\\\n\\d}' }, value: Number.NaN }],
    ['up -Inf', { name: 'up', labels: {}, value: Number.NEGATIVE_INFINITY }],
  ])('reads %s', (text, sample) => {
    expect(one(`# HELP up what it is\n# TYPE up gauge\n\n${text}\r\n`)).toEqual([sample]);
  });

  it.each([
    ['up', 'expected a value'],
    ['up{a} 1', 'expected ='],
    ['up{a="b} 1', 'expected \\'],
    ['up{a="b" c="d"} 1', 'expected ,'],
    ['up{a="\\', 'the line ends too early'],
    ['0up 1', 'expected a metric name'],
    ['<html>', 'expected a metric name'],
    ['up many', 'expected a number'],
  ])('refuses %s and says where', (text, reason) => {
    const read = () => one(`ok 1\n${text}`);
    expect(read).toThrow(MetricTextError);
    expect(read).toThrow(`line 2: ${reason}`);
  });

  it('reads what it has written, whatever the labels are', () => {
    const labels = { bucket: 'a"b\\c\nd\u202e😀', drive: 'C:\\x' };
    const text = writeMetrics([
      {
        name: 'a_total',
        type: 'counter',
        help: 'lines\nand \\',
        samples: [{ labels, value: 1.25 }],
      },
      { name: 'none', type: 'gauge', help: 'nothing', samples: [] },
      {
        name: 'h',
        type: 'histogram',
        help: 'times',
        samples: [{ name: 'h_bucket', labels: { le: '+Inf' }, value: 3 }],
      },
    ]);
    expect(text).toContain('# HELP a_total lines\\nand \\\\\n# TYPE a_total counter\n');
    expect(text).not.toContain('none');
    expect(one(text)).toEqual([
      { name: 'a_total', labels, value: 1.25 },
      { name: 'h_bucket', labels: { le: '+Inf' }, value: 3 },
    ]);
  });

  it('takes a label called __proto__ for nothing but a label', () => {
    expect(one('up{__proto__="x"} 1')[0]?.value).toBe(1);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('reads 20,000 samples within a second', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `m{api="a${n}",server="s"} ${n}`).join(
      '\n',
    );
    expect(await cpuTimeOf(() => expect(one(text)).toHaveLength(20_000))).toBeLessThan(1000);
  });
});
