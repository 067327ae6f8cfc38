import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuTimeOf } from './cpu-time.ts';

const ROUNDS = 5;
const ATTEMPTS = 30;
/** No attempt starts after this, in milliseconds. */
const PATIENCE = 20_000;
/** Anything faster than this, in milliseconds, is harmless however it grows. */
const NOTHING = 25;

/** Builds a workload for an input size. */
export type Workload = (size: number) => () => unknown;

/** A parser under test, its largest input size, and how to build the input. */
export type Budget = readonly [name: string, largest: number, workload: Workload];

/**
 * Returns how much longer a workload takes for twice the input: 2 if linear, 4 if quadratic. The
 * best of several runs counts, and the best of several attempts on a busy machine.
 *
 * @param largest the size of the larger input
 */
export async function growth(workload: Workload, largest: number): Promise<number> {
  const [half, whole] = [workload(Math.floor(largest / 2)), workload(largest)];
  let least = Number.POSITIVE_INFINITY;
  const until = performance.now() + PATIENCE;
  for (let attempt = 0; attempt < ATTEMPTS && least > 2.5; attempt += 1) {
    if (attempt > 0 && performance.now() > until) {
      break;
    }
    // Without this, garbage of earlier runs is collected at the expense of later ones. It takes a
    // while.
    const prepare = attempt > 0 ? collectGarbage : () => {};
    least = Math.min(least, await ratio(half, whole, prepare));
  }
  return least;
}

async function ratio(
  half: () => unknown,
  whole: () => unknown,
  prepare: () => void,
): Promise<number> {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    prepare();
    short = Math.min(short, await timeOf(half));
    prepare();
    long = Math.min(long, await timeOf(whole));
    if (long < NOTHING) {
      return 0;
    }
  }
  return long / short;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Rejections count as well: they must not be slow either. */
async function timeOf(run: () => unknown): Promise<number> {
  return cpuTimeOf(async () => {
    try {
      await run();
    } catch {
      // Whatever the outcome, it took time.
    }
  });
}

/** Repeats a pattern up to a size, between a prefix and a suffix. */
export const filled = (size: number, pattern: string, start = '', end = '') =>
  start +
  pattern.repeat(Math.max(0, Math.floor((size - start.length - end.length) / pattern.length))) +
  end;
/** Parses a text that is filled with a pattern. */
export const text =
  (parse: (text: string) => unknown, pattern: string, start = '', end = ''): Workload =>
  (size) => {
    const input = filled(size, pattern, start, end);
    return () => parse(input);
  };
