import { describe, expect, it } from 'vitest';
import {
  idleStream,
  jsonLines,
  newSince,
  noFold,
  reduceStream,
  type StreamAction,
  type StreamEntry,
  type StreamFold,
  type StreamState,
} from './stream-state.ts';

const entry = (id: number): StreamEntry<string> => ({ id, kind: 'message', message: `m${id}` });
const rules = { limit: 3, fold: noFold };
const stateAfter = (actions: readonly StreamAction<string>[], limit = 3): StreamState<string> =>
  actions.reduce<StreamState<string>>(
    (state, action) => reduceStream(state, action, { limit, fold: noFold }),
    idleStream(undefined),
  );

describe('the state of a stream', () => {
  it('keeps the newest entries up to its limit', () => {
    const { entries, status } = stateAfter([
      { type: 'started' },
      { type: 'opened' },
      { type: 'arrived', entries: [entry(0), entry(1)] },
      { type: 'arrived', entries: [entry(2), entry(3)] },
    ]);
    expect(entries.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(status).toBe('live');
  });

  it('goes on behind a pause, and says how much is new', () => {
    const paused = stateAfter([
      { type: 'started' },
      { type: 'arrived', entries: [entry(0)] },
      { type: 'paused' },
      { type: 'arrived', entries: [entry(1), entry(2)] },
    ]);
    expect(paused.frozen?.map(({ id }) => id)).toEqual([0]);
    expect(newSince(paused)).toBe(2);
    expect(newSince(reduceStream(paused, { type: 'resumed' }, rules))).toBe(0);
  });

  it('keeps what was there when the stream ends, with the reason, and begins anew with the next', () => {
    const end = { code: 1008, reason: 'AccessDenied' };
    const stopped = stateAfter([
      { type: 'started' },
      { type: 'arrived', entries: [entry(0)] },
      { type: 'stopped', end },
    ]);
    expect(stopped).toMatchObject({ status: 'idle', end, entries: [{ id: 0 }] });
    expect(reduceStream(stopped, { type: 'started' }, rules)).toEqual({
      ...idleStream(undefined),
      status: 'connecting',
    });
  });

  it('clears what is shown and what is behind it', () => {
    const state = stateAfter([
      { type: 'arrived', entries: [entry(0)] },
      { type: 'paused' },
      { type: 'cleared' },
    ]);
    expect(state).toMatchObject({ entries: [], frozen: [] });
  });

  it('counts what came and what was left out, and folds all of it, also what is kept no longer', () => {
    const fold: StreamFold<string, string> = {
      empty: '',
      add: (sum, entries) =>
        sum + entries.map((each) => (each.kind === 'message' ? each.message : '-')).join(''),
    };
    const stateOf = (actions: readonly StreamAction<string>[]) =>
      actions.reduce<StreamState<string, string>>(
        (state, action) => reduceStream(state, action, { limit: 2, fold }),
        idleStream(''),
      );
    const arrived: StreamAction<string>[] = [
      { type: 'arrived', entries: [entry(0), entry(1), entry(2)] },
      { type: 'arrived', entries: [{ id: 3, kind: 'gap', missed: 7 }] },
      { type: 'arrived', entries: [{ id: 4, kind: 'gap', lostFor: 900 }, entry(5)] },
    ];
    const state = stateOf(arrived);
    expect(state).toMatchObject({ received: 4, missed: 7, summary: 'm0m1m2--m5' });
    expect(state.entries).toHaveLength(2);
    for (const type of ['started', 'cleared'] as const) {
      expect(stateOf([...arrived, { type }])).toMatchObject({
        received: 0,
        missed: 0,
        summary: '',
      });
    }
  });

  it('has one gap for an outage in which the connection came back and broke again', () => {
    const arrived: StreamAction<string>[] = [
      { type: 'arrived', entries: [entry(0), { id: 1, kind: 'gap', lostFor: 900 }] },
      { type: 'arrived', entries: [{ id: 2, kind: 'gap', lostFor: 600 }, entry(3)] },
      { type: 'arrived', entries: [{ id: 4, kind: 'gap', lostFor: 100 }] },
    ];
    const { entries } = stateAfter(arrived, 4);
    expect(entries).toEqual([
      entry(0),
      { id: 2, kind: 'gap', lostFor: 1500 },
      entry(3),
      { id: 4, kind: 'gap', lostFor: 100 },
    ]);
  });

  it('is exported as JSON lines, with a mark where messages are missing', () => {
    const lines = jsonLines([
      { id: 0, kind: 'message', message: { a: 1 } },
      { id: 1, kind: 'gap', missed: 7 },
      { id: 2, kind: 'gap', lostFor: 900 },
    ]);
    expect(lines).toBe('{"a":1}\n{"missed":7}\n{"missed":null}\n');
  });
});
