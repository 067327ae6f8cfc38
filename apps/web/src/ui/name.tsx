import { visibleName } from '#web/lib/names/visible-name.ts';

/**
 * An untrusted name: hidden characters are made visible, and it does not affect the direction of
 * the text around it.
 */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{visibleName(children)}</bdi>;
}
