/** Runs one change after the other, so that each works on a state that nothing else is changing. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** What waits for a client does not belong in a turn: everybody else waits for it. */
  take<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(change);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
