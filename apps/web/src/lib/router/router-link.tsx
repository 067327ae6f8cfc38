import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { useGo, useHref } from './navigation.ts';

interface RouterLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** A path of the console, percent-encoded, with its query. */
  readonly to: string;
}

function opensElsewhere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  const target = currentTarget.getAttribute('target');
  return (
    button !== 0 || metaKey || ctrlKey || shiftKey || altKey || (target ?? '_self') !== '_self'
  );
}

/**
 * An unstyled link inside the console, to be passed to a library component as
 * `component={RouterLink}`.
 */
export function RouterLink({ to, onClick, ...rest }: RouterLinkProps) {
  const go = useGo();
  const href = useHref()(to);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        go(to);
      }}
    />
  );
}
