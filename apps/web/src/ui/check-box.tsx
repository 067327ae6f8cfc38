import type { ComponentPropsWithoutRef } from 'react';
import classes from './check-box.module.css';

interface CheckBoxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'className'> {
  readonly 'aria-label': string;
  /** Whether only some of what it represents is checked. */
  readonly indeterminate?: boolean;
}

/** A checkbox without a visible label for list rows, as lightweight as a native one. */
export function CheckBox({ indeterminate = false, ...rest }: CheckBoxProps) {
  return (
    <input
      {...rest}
      className={classes.check}
      type="checkbox"
      ref={(input) => {
        if (input) input.indeterminate = indeterminate;
      }}
    />
  );
}
