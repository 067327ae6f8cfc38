import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PartFailure } from './part-failure.tsx';

/**
 * Creates a component whose code is loaded when it is first rendered, inside a Suspense. If loading
 * fails, it is replaced by an offer to reload the page, and the rest of the page keeps working.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (loaded) => ({ default: loaded[name] }),
      (error) => {
        console.warn('A part of the console could not be loaded.', error);
        return { default: PartFailure };
      },
    ),
  );
}
