/** Serialises changes, so that each works on a state that no other is changing. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Work must not wait for a client, as it would block all others. */
  take<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(change);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
