import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PartFailure } from './part-failure.tsx';

/**
 * A component whose code is loaded when it is first drawn, within a Suspense. When the code does not
 * come, an offer to load the page again stands in its place, and the rest of the page goes on.
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
