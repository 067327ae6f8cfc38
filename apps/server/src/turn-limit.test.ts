import { describe, expect, it } from 'vitest';
import { TurnLimit } from './turn-limit.ts';

const refusal = expect.objectContaining({ code: 'TooManyRequests' });

describe('TurnLimit', () => {
  it('bounds each session, and lets it go on when something has ended', () => {
    const limit = new TurnLimit({ session: 2, total: 10 });
    const leave = limit.enter('a');
    limit.enter('a');
    expect(() => limit.enter('a')).toThrow(refusal);
    limit.enter('b');
    leave();
    leave();
    limit.enter('a');
    expect(() => limit.enter('a')).toThrow(refusal);
  });

  it('bounds all of them together', () => {
    const limit = new TurnLimit({ session: 2, total: 2 });
    const leave = limit.enter('a');
    limit.enter('b');
    expect(() => limit.enter('c')).toThrow(refusal);
    leave();
    limit.enter('c');
  });

  it('counts until a signal aborts, and not what is over before it begins', () => {
    const limit = new TurnLimit({ session: 1, total: 1 });
    limit.enterUntil(AbortSignal.abort(), 'a');
    const end = new AbortController();
    limit.enterUntil(end.signal, 'a');
    expect(() => limit.enter('a')).toThrow(refusal);
    end.abort();
    limit.enter('a');
  });
});
