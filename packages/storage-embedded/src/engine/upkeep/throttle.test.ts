import { describe, expect, it } from 'vitest';
import { type Pace, Throttle } from './throttle.ts';

function clockwork(pace: Pace) {
  let time = 0;
  let slept = 0;
  const sleep = async (ms: number): Promise<void> => {
    time += ms;
    slept += ms;
  };
  const throttle = new Throttle(() => pace, { now: () => time, sleep });
  return {
    work: async (ms: number, bytes: number): Promise<void> => {
      time += ms;
      await throttle.spent(bytes);
    },
    slept: () => slept,
  };
}

describe('a throttle', () => {
  it('gives work no more than its share of the time', async () => {
    const clock = clockwork({ share: 0.1, bytesPerSecond: 1e12 });
    for (let i = 0; i < 10; i++) {
      await clock.work(20, 1);
    }
    expect(clock.slept()).toBeCloseTo(1800);
  });

  it('lets so many bytes through in a second, the time that the work took included', async () => {
    const clock = clockwork({ share: 1, bytesPerSecond: 1000 });
    for (let i = 0; i < 10; i++) {
      await clock.work(100, 500);
    }
    expect(clock.slept()).toBeCloseTo(4000);
  });

  it('saves up rests too short to be taken', async () => {
    const clock = clockwork({ share: 1, bytesPerSecond: 1000 });
    for (let i = 0; i < 100; i++) {
      await clock.work(0, 1);
    }
    expect(clock.slept()).toBeCloseTo(100);
  });
});
