import type { ComponentPropsWithoutRef } from 'react';
import classes from './check-box.module.css';

interface CheckBoxProps extends Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'className'> {
  readonly 'aria-label': string;
  /** Some of what it stands for is checked. */
  readonly indeterminate?: boolean;
}

/** A checkbox without a visible label, for the rows of lists: as light as a browser makes it. */
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
