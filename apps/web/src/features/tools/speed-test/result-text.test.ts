import type { SpeedResult } from '@stowage/contract/tools/speed-test';
import { expect, it } from 'vitest';
import { resultText } from './result-text.ts';

const MIB = 1024 * 1024;
const t = ((key: string, values: object = {}) =>
  `${key} ${JSON.stringify(values)}`) as unknown as Parameters<typeof resultText>[0];
const about = { at: '2026-11-22T10:00:00Z', account: 'root' };
const textOf = (result: Partial<SpeedResult>) =>
  resultText(t, { ...about, kind: 'drive', ...result } as SpeedResult).replaceAll(/[⁨⁩]/g, '');
const server = (endpoint: string, speed: number, error = '') => ({
  ...{ endpoint, error, sent: speed * MIB, received: speed * MIB },
});
const drive = (endpoint: string, path: string, speed: number) => ({
  ...{ endpoint, path, error: '', read: speed * MIB, write: speed * MIB },
});

it('names the slowest server, and those that were not measured', () => {
  const network = [server('a', 100), server('b', 50), server('c', 0), server('d', 9, 'away')];
  const text = textOf({ network });
  expect(text).toContain('"endpoint":"b"');
  expect(text).toContain('results.notMeasured {"names":"c, d"}');
});

it('has nothing slowest where no server was measured', () => {
  const text = textOf({ network: [server('a', 0, 'away')] });
  expect(text).toBe('results.notMeasured {"names":"a"}');
});

it('names a drive with its server where there are several', () => {
  const one = [drive('http://a', '/d1', 9), drive('http://a', '/d2', 5)];
  expect(textOf({ drives: one })).toContain('"path":"/d2"');
  expect(textOf({ drives: [...one, drive('http://b', '/d1', 1)] })).toContain(
    '"path":"http://b/d1"',
  );
});
