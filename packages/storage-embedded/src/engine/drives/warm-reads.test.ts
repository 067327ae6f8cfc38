import { describe, expect, it } from 'vitest';
import { WarmReads } from './warm-reads.ts';

describe('warm reads', () => {
  it('are done at once until one was slow, and again after a rest', () => {
    let now = 1000;
    const reads = new WarmReads(() => now);
    const read = (takes: number) => () => {
      now += takes;
      return 'bytes';
    };
    expect(reads.try(read(0.01))).toBe('bytes');
    expect(reads.try(read(8))).toBe('bytes');
    expect(reads.try(read(0.01))).toBeUndefined();
    now += 99;
    expect(reads.try(read(0.01))).toBeUndefined();
    now += 2;
    expect(reads.try(read(0.01))).toBe('bytes');
    expect(reads.try(read(0.01))).toBe('bytes');
  });

  it('count a failing read too', () => {
    let now = 0;
    const reads = new WarmReads(() => now);
    const fail = (): never => {
      now += 5;
      throw new Error('EIO');
    };
    expect(() => reads.try(fail)).toThrow('EIO');
    expect(reads.try(() => 1)).toBeUndefined();
  });
});
