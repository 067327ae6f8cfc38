import { type SpeedSample, sentBytes, type UploadGroup } from './upload-group.ts';

const windowMilliseconds = 5000;
const shortestSpan = 500;
const closestSamples = 250;

/** Adds a sample and drops those outside the measuring window, except one to measure from. */
export function addSample(
  samples: readonly SpeedSample[],
  sample: SpeedSample,
): readonly SpeedSample[] {
  const before = samples.at(-2);
  const close = before !== undefined && sample.at - before.at < closestSamples;
  const kept = close ? samples.slice(0, -1) : samples;
  const begin = kept.findLastIndex(({ at }) => sample.at - at >= windowMilliseconds);
  return [...kept.slice(Math.max(0, begin)), sample];
}

/** Returns bytes per second over the last seconds; undefined until there are enough samples. */
export function speed(samples: readonly SpeedSample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.at - first.at < shortestSpan) {
    return undefined;
  }
  return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.at - first.at));
}

/** Returns the remaining whole seconds of a group at its current speed; undefined if unknown. */
export function secondsLeft(group: UploadGroup): number | undefined {
  const bytesPerSecond = speed(group.samples);
  if (bytesPerSecond === undefined || bytesPerSecond === 0) return undefined;
  return Math.ceil(Math.max(0, group.totalBytes - sentBytes(group)) / bytesPerSecond);
}
