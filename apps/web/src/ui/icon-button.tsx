import type { ComponentPropsWithRef } from 'react';
import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type'> {
  readonly 'aria-label': string;
}

/** A small icon button for list rows, as lightweight as a native one. */
export function IconButton({ className = '', ...rest }: IconButtonProps) {
  return <button {...rest} type="button" className={`${classes.button} ${className}`} />;
}
