import type { HistogramClass } from '@stowage/contract/dashboard/usage';

type Counts = Readonly<Record<string, number>>;
/** A class with the names of the finer ones that newer servers report as well. */
type Class = readonly [
  range: string,
  from: number,
  below: number | undefined,
  finer?: readonly string[],
];

const [KIB, MIB] = [1024, 1024 * 1024];

const SIZES: readonly Class[] = [
  ['LESS_THAN_1024_B', 0, KIB],
  [
    'BETWEEN_1024B_AND_1_MB',
    KIB,
    MIB,
    [
      'BETWEEN_1024_B_AND_64_KB',
      'BETWEEN_64_KB_AND_256_KB',
      'BETWEEN_256_KB_AND_512_KB',
      'BETWEEN_512_KB_AND_1_MB',
    ],
  ],
  ['BETWEEN_1_MB_AND_10_MB', MIB, 10 * MIB],
  ['BETWEEN_10_MB_AND_64_MB', 10 * MIB, 64 * MIB],
  ['BETWEEN_64_MB_AND_128_MB', 64 * MIB, 128 * MIB],
  ['BETWEEN_128_MB_AND_512_MB', 128 * MIB, 512 * MIB],
  ['GREATER_THAN_512_MB', 512 * MIB, undefined],
];

const VERSIONS: readonly Class[] = [
  ['UNVERSIONED', 0, 1],
  ['SINGLE_VERSION', 1, 2],
  ['BETWEEN_2_AND_10', 2, 10],
  ['BETWEEN_10_AND_100', 10, 100],
  ['BETWEEN_100_AND_1000', 100, 1000],
  ['BETWEEN_1000_AND_10000', 1000, 10_000],
  ['GREATER_THAN_10000', 10_000, undefined],
];

/** Objects of all buckets by size, in seven classes whatever the server's classes are. */
export function sizeClasses(buckets: readonly Counts[]): HistogramClass[] {
  return sums(SIZES, buckets);
}

/** Objects of all buckets by number of versions; empty if the server does not report it. */
export function versionClasses(buckets: readonly Counts[]): HistogramClass[] {
  return buckets.some((counts) => Object.keys(counts).length > 0) ? sums(VERSIONS, buckets) : [];
}

function sums(classes: readonly Class[], buckets: readonly Counts[]): HistogramClass[] {
  return classes.map(([range, from, below, finer = []]) => ({
    range,
    from,
    ...(below !== undefined && { below }),
    // Servers report the class itself along with the finer ones, or only the finer ones.
    objects: buckets.reduce(
      (sum, counts) =>
        sum + (counts[range] || finer.reduce((all, name) => all + (counts[name] ?? 0), 0)),
      0,
    ),
  }));
}
