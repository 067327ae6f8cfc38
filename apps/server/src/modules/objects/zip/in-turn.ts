interface Turns<Item, Result> {
  readonly begin: (item: Item) => Promise<Result>;
  /** Whether an item may be started before its turn. */
  readonly isSmall: (item: Item) => boolean;
  /** How many items are started at the same time. */
  readonly ahead: number;
}

/**
 * Yields the result for each item in order. Small items are started ahead of their turn, so that a
 * thousand of them do not wait for a thousand round trips; others when it is their turn.
 */
export async function* inTurn<Item, Result>(
  items: AsyncIterable<Item>,
  { begin, isSmall, ahead }: Turns<Item, Result>,
): AsyncGenerator<Result, void> {
  const waiting: (() => Promise<Result>)[] = [];
  for await (const item of items) {
    waiting.push(isSmall(item) ? begun(begin(item)) : () => begin(item));
    const next = waiting.length >= ahead ? waiting.shift() : undefined;
    if (next) yield await next();
  }
  for (const next of waiting) yield await next();
}

function begun<Result>(work: Promise<Result>): () => Promise<Result> {
  // An error is reported when its turn comes, or never if the consumer stops before.
  work.catch(() => undefined);
  return () => work;
}
