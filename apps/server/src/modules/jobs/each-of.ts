import { boundedParallel } from '../../bounded-parallel.ts';

/**
 * Runs a task for each item, so many at a time. After a failure no other item is begun, and what
 * runs comes to its end first: nothing goes on behind the caller's back.
 */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const failures: unknown[] = [];
  const results = await boundedParallel(items, limit, async (item) => {
    if (failures.length > 0) return undefined;
    try {
      return { result: await task(item) };
    } catch (error) {
      failures.push(error);
      return undefined;
    }
  });
  if (failures.length > 0) throw failures[0];
  return results.flatMap((found) => (found ? [found.result] : []));
}
