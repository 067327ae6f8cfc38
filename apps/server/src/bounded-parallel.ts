/**
 * Runs a task for each item with limited concurrency; the results are in the order of the items.
 * After a failure no further item is started, and running tasks finish first, so that nothing
 * continues after the call.
 * @throws the first failure
 */
export async function boundedParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const failures: unknown[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [place, item] of waiting) {
      try {
        results[place] = await task(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
