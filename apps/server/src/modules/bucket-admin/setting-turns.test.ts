import { describe, expect, it } from 'vitest';
import { openSqliteState } from '../../state/state.ts';
import { type Setting, SettingTurns } from './setting-turns.ts';

const signal = new AbortController().signal;
const policyOf = (bucket: string) => ({ bucket, setting: 'policy' as Setting, signal });

const newTurns = () => new SettingTurns(openSqliteState(':memory:').leases);

/** A change that runs until told to finish. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

describe('the turns of settings', () => {
  it('run one after the other for one setting', async () => {
    const turns = newTurns();
    const seen: string[] = [];
    const first = open();
    const one = turns.take(policyOf('a'), async () => {
      seen.push('one begins');
      await first.run();
      seen.push('one ends');
    });
    const two = turns.take(policyOf('a'), async () => {
      seen.push('two');
      return 2;
    });
    first.end();
    await one;
    expect(await two).toBe(2);
    expect(seen).toEqual(['one begins', 'one ends', 'two']);
  });

  it('do not wait for other buckets or settings', async () => {
    const turns = newTurns();
    const first = open();
    const slow = turns.take(policyOf('a'), first.run);
    await turns.take(policyOf('b'), async () => undefined);
    await turns.take({ ...policyOf('a'), setting: 'tags' }, async () => undefined);
    first.end();
    await slow;
  });

  it('go on after a change that failed', async () => {
    const turns = newTurns();
    const failing = turns.take(policyOf('a'), () => Promise.reject(new Error('no')));
    const next = turns.take(policyOf('a'), async () => 'next');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('pass over a caller who went away while waiting', async () => {
    const turns = newTurns();
    const gone = new AbortController();
    const first = open();
    let ran = false;
    const slow = turns.take(policyOf('a'), first.run);
    const waiting = turns.take({ ...policyOf('a'), signal: gone.signal }, async () => {
      ran = true;
    });
    gone.abort();
    first.end();
    await slow;
    await expect(waiting).rejects.toThrow();
    expect(ran).toBe(false);
  });

  it('refuse whoever comes when very many wait, and take the next when those are done', async () => {
    const turns = newTurns();
    const first = open();
    const waiting = Array.from({ length: 33 }, () => turns.take(policyOf('a'), first.run));
    await expect(turns.take(policyOf('a'), first.run)).rejects.toMatchObject({
      code: 'ChangedMeanwhile',
    });
    first.end();
    await Promise.all(waiting);
    expect(await turns.take(policyOf('a'), async () => 'free')).toBe('free');
  });

  it('let two changes of several settings pass each other, in whatever order they name them', async () => {
    const turns = newTurns();
    const both = ['policy', 'tags', 'policy'] as const;
    const seen: string[] = [];
    await Promise.all([
      turns.takeAll({ bucket: 'a', signal }, both, async () => void seen.push('one')),
      turns.takeAll({ bucket: 'a', signal }, both.toReversed(), async () => void seen.push('two')),
      turns.take({ ...policyOf('a'), setting: 'tags' }, async () => void seen.push('tags')),
    ]);
    expect(seen.toSorted()).toEqual(['one', 'tags', 'two']);
  });
});
