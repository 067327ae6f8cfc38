import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  readonly 'aria-label': string;
}

/** A small button with an icon, for the rows of lists: as light as a browser makes it. */
export function IconButton({ className = '', ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={`${classes.button} ${className}`} />;
}
