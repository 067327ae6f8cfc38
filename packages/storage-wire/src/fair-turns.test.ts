import { describe, expect, it } from 'vitest';
import { FairTurns, TooManyWaitingError } from './fair-turns.ts';

/** Work that finishes when the test lets it, and is recorded when it starts. */
function bench(limits = { ofOne: 100, ofAll: 1000 }) {
  const turns = new FairTurns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (owner: string) =>
    turns.take(owner, () => {
      begun.push(owner);
      return new Promise<string>((resolve) => ends.push(() => resolve(owner)));
    });
  async function drain(): Promise<void> {
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { turns, begun, ask, drain };
}

describe('turns', () => {
  it('are taken one after the other, in rotation of those who wait', async () => {
    const { begun, ask, drain } = bench();
    const asked = [...'aaaabcb'].map(ask);
    expect(begun).toEqual(['a']);
    await drain();
    expect(begun.join('')).toBe('aabcaba');
    expect((await Promise.all(asked)).join('')).toBe('aaaabcb');
  });

  it('let somebody new wait for one turn of each other, however much waits', async () => {
    const { begun, ask, drain } = bench();
    const asked = Array.from({ length: 90 }, (_, index) => ask(`user-${index % 3}`));
    asked.push(ask('root'));
    await drain();
    expect(begun.indexOf('root')).toBeLessThanOrEqual(4);
    await Promise.all(asked);
  });

  it('are refused to one who has too much waiting, and to all when too much waits', async () => {
    const { ask, drain } = bench({ ofOne: 2, ofAll: 3 });
    const asked = [...'aaa'].map(ask);
    await expect(ask('a')).rejects.toThrow(TooManyWaitingError);
    asked.push(ask('b'));
    await expect(ask('c')).rejects.toThrow(TooManyWaitingError);
    await drain();
    expect((await Promise.all(asked)).join('')).toBe('aaab');
    const again = ask('c');
    await drain();
    expect(await again).toBe('c');
  });

  it('are not refused to what has begun', async () => {
    const { turns, ask, drain } = bench({ ofOne: 1, ofAll: 1 });
    const asked = [...'aa'].map(ask);
    const end = turns.take('a', () => Promise.resolve('end'), true);
    await drain();
    expect(await Promise.all([...asked, end])).toEqual(['a', 'a', 'end']);
  });

  it('go on after work that fails', async () => {
    const { turns, ask, drain } = bench();
    const failed = turns.take('a', () => Promise.reject(new Error('no')));
    const next = ask('a');
    await expect(failed).rejects.toThrow('no');
    await drain();
    expect(await next).toBe('a');
  });
});
