export interface Listeners<A extends readonly unknown[]> {
  /** Adds a listener and returns a function that removes it. */
  readonly add: (listener: (...args: A) => void) => () => void;
  readonly call: (...args: A) => void;
}

/** Creates a set of functions that are called together. */
export function createListeners<A extends readonly unknown[] = []>(): Listeners<A> {
  const listeners = new Set<(...args: A) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    call: (...args) => {
      for (const listener of [...listeners]) listener(...args);
    },
  };
}
