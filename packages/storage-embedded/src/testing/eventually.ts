import { setTimeout as pause } from 'node:timers/promises';

const DEADLINE_MS = 15_000;

/** Repeats a call until the result is as expected; returns the last result. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isIt: (value: Value) => boolean,
  within = DEADLINE_MS,
): Promise<Value> {
  const deadline = Date.now() + within;
  for (;;) {
    const value = await ask();
    if (isIt(value) || Date.now() > deadline) {
      return value;
    }
    await pause(20);
  }
}
