interface Turns<Item, Result> {
  readonly begin: (item: Item) => Promise<Result>;
  /** What may be begun before its turn. */
  readonly isSmall: (item: Item) => boolean;
  /** How many are begun at the same time. */
  readonly ahead: number;
}

/**
 * What is begun for each item, in the order of the items. Small ones are begun while those before
 * them are still worked on, so that a thousand of them do not wait for a thousand answers; others
 * when it is their turn.
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
  // Its failure is told when it is its turn, or never, where somebody stopped before.
  work.catch(() => undefined);
  return () => work;
}
