import { describe, expect, it } from 'vitest';
import {
  idleStream,
  newSince,
  reduceStream,
  type StreamAction,
  type StreamEntry,
  type StreamState,
} from './stream-state.ts';

const entry = (id: number): StreamEntry<string> => ({ id, kind: 'message', message: `m${id}` });
const stateAfter = (actions: readonly StreamAction<string>[], limit = 3): StreamState<string> =>
  actions.reduce<StreamState<string>>(
    (state, action) => reduceStream(state, action, limit),
    idleStream,
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
    expect(newSince(reduceStream(paused, { type: 'resumed' }, 3))).toBe(0);
  });

  it('keeps what was there when the stream ends, with the reason, and begins anew with the next', () => {
    const end = { code: 1008, reason: 'AccessDenied' };
    const stopped = stateAfter([
      { type: 'started' },
      { type: 'arrived', entries: [entry(0)] },
      { type: 'stopped', end },
    ]);
    expect(stopped).toMatchObject({ status: 'idle', end, entries: [{ id: 0 }] });
    expect(reduceStream(stopped, { type: 'started' }, 3)).toEqual({
      status: 'connecting',
      entries: [],
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
});
