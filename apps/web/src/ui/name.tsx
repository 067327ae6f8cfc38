import { visibleName } from '#web/lib/names/visible-name.ts';

/** A name that came from outside: it neither hides characters nor turns the text around it. */
export function Name({ children }: { readonly children: string }) {
  return <bdi>{visibleName(children)}</bdi>;
}
