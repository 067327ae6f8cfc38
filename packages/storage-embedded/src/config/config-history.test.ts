import { describe, expect, it } from 'vitest';
import { ConfigHistory } from './config-history.ts';

const CODEC = {
  encode: (value: unknown) => JSON.stringify(value),
  decode: (text: string) => JSON.parse(text),
};

function open() {
  const documents = new Map<string, string>();
  const put = (name: string, value: string | null) => {
    if (value === null) documents.delete(name);
    else documents.set(name, value);
  };
  const engine = {
    listDocuments: () => [...documents].map(([name, value]) => ({ name, value })),
    putDocument: async (_kind: string, name: string, value: string | null) => put(name, value),
    putDocuments: async (_kind: string, values: ReadonlyMap<string, string | null>) => {
      for (const [name, value] of values) put(name, value);
    },
  };
  return { history: new ConfigHistory(engine, CODEC), documents };
}

describe('the history of the configuration', () => {
  it('keeps 200 changes', async () => {
    const { history, documents } = open();
    for (let n = 0; n < 205; n += 1) await history.remember(`api requests_max=${n}`);
    const all = history.latest(1000);
    expect(all).toHaveLength(200);
    expect(documents.size).toBe(200);
  });

  it('keeps the latest whole configurations, as far as 4 MiB go', async () => {
    const { history } = open();
    const whole = 'x'.repeat(250 * 1024);
    for (let n = 0; n < 20; n += 1) await history.remember(`${n} ${whole}`);
    expect(history.latest(1000)).toHaveLength(16);
    await history.remember('y'.repeat(5 * 1024 * 1024));
    expect(history.latest(1000).map(({ text }) => text[0])).toEqual(['y']);
  });

  it('keeps nothing of a text that says nothing', async () => {
    const { history } = open();
    await history.remember(' \n');
    expect(history.latest(1)).toEqual([]);
  });
});
