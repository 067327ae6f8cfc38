import { describe, expect, it } from 'vitest';
import { promqlOf } from './promql.ts';
import { WIDGETS } from './widgets.ts';

const RANGE = { start: 0, end: 3600, step: 60 };
const SCOPE = { job: 'minio-job' };
const JOBS = 'job=~"minio-job(-node|-cluster|-bucket)?"';

describe('queries as PromQL', () => {
  it.each([
    [{ metric: 'a' }, `max without (instance,job) ({__name__="a",${JOBS}})`],
    [{ metric: 'a', formerly: 'b' }, `max without (instance,job) ({__name__=~"a|b",${JOBS}})`],
    [
      { metric: 'a', as: 'rate', total: { of: 'sum', by: ['server', 'api'] } },
      `sum by (server,api) (max without (instance,job) (rate({__name__="a",${JOBS}}[240s])))`,
    ],
    [
      { metric: 'a', as: 'age', total: { of: 'max', by: [] } },
      `time() - max by () (max without (instance,job) ({__name__="a",${JOBS}}))`,
    ],
  ] as const)('writes %j', (query, text) => {
    expect(promqlOf(query, RANGE, SCOPE)).toBe(text);
  });

  it('lets the name of a job be nothing but a name', () => {
    const text = promqlOf({ metric: 'a' }, RANGE, { job: 'a"} or up{x=~".*\\' });
    expect(text.match(/"/g)).toHaveLength(4);
    expect(text).not.toContain('or up{');
  });
});

describe('the widgets', () => {
  it('have the ids of the dashboard, each once', () => {
    const ids = WIDGETS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const onTabs = [66, 44, 53, 69, 9, 78, 50, 65, 64, 80, 81, 1, 68, 52, 63, 70, 60, 71, 17, 73];
    const resources = [76, 77, 11, 8, 82, 74, 61, 62];
    expect(ids.toSorted((a, b) => a - b)).toEqual(
      [...onTabs, ...resources].toSorted((a, b) => a - b),
    );
  });
});
