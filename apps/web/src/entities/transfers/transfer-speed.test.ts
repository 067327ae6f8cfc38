import { describe, expect, it } from 'vitest';
import { reduceTransfers } from './transfer-reducer.ts';
import { addSample, secondsLeft, speed } from './transfer-speed.ts';
import type { SpeedSample, UploadGroup } from './upload-group.ts';

function samples(...pairs: readonly (readonly [number, number])[]): readonly SpeedSample[] {
  return pairs.reduce<readonly SpeedSample[]>(
    (list, [at, bytes]) => addSample(list, { at, bytes }),
    [],
  );
}

describe('speed', () => {
  it('is unknown until half a second has been measured', () => {
    expect(speed([])).toBeUndefined();
    expect(speed(samples([0, 0], [400, 9_999]))).toBeUndefined();
  });

  it('is bytes per second over the last seconds only', () => {
    expect(speed(samples([0, 0], [1000, 500]))).toBe(500);
    const slowThenFast = samples([0, 0], [10_000, 100], [12_000, 2100], [15_000, 5100]);
    expect(speed(slowThenFast)).toBe(1000);
  });

  it('keeps few samples however often progress is told', () => {
    let list: readonly SpeedSample[] = [];
    for (let at = 0; at < 60_000; at += 10) list = addSample(list, { at, bytes: at });
    expect(list.length).toBeLessThan(50);
    expect(speed(list)).toBe(1000);
  });
});

describe('time left', () => {
  const file = { id: 'f', key: 'k', file: new File(['x'.repeat(1000)], 'k') };
  const added = reduceTransfers(
    { groups: [] },
    {
      type: 'added',
      groups: [
        { id: 'g', batch: '', bucket: 'b', folder: '', kind: 'file', name: 'k', files: [file] },
      ],
    },
  );

  function after(...progress: readonly (readonly [number, number])[]): UploadGroup | undefined {
    const started = reduceTransfers(added, { type: 'started', group: 'g', at: 0 });
    return progress.reduce(
      (state, [at, bytes]) =>
        reduceTransfers(state, { type: 'progressed', group: 'g', file: 'f', bytes, at }),
      started,
    ).groups[0];
  }

  it.each([
    ['a running upload', [[1000, 100]] as const, 9],
    ['an upload that stands still', [[1000, 0]] as const, undefined],
    ['one that has just begun', [[10, 5]] as const, undefined],
  ])('of %s', (_, progress, seconds) => {
    const group = after(...progress);
    expect(group && secondsLeft(group)).toBe(seconds);
  });
});
