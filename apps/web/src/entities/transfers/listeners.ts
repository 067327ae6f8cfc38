export interface Listeners<A extends readonly unknown[]> {
  /** Adds a listener; gives the function that takes it out again. */
  readonly add: (listener: (...args: A) => void) => () => void;
  readonly call: (...args: A) => void;
}

/** A set of functions that are called together. */
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
