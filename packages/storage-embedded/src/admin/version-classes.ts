/** MinIO's classes of versions per object, with the upper bound of each. */
export const VERSION_CLASSES: readonly (readonly [name: string, most: number])[] = [
  ['SINGLE_VERSION', 1],
  ['BETWEEN_2_AND_10', 10],
  ['BETWEEN_10_AND_100', 100],
  ['BETWEEN_100_AND_1000', 1000],
  ['BETWEEN_1000_AND_10000', 10_000],
  ['GREATER_THAN_10000', Number.POSITIVE_INFINITY],
];

/** Returns the index of the class for a number of versions. */
export function versionClass(versions: number): number {
  return VERSION_CLASSES.findIndex(([, most]) => versions <= most);
}
