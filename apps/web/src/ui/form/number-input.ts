import { numberOrNone } from '../number-or-none.ts';
import type { Fields } from './draft-form.ts';

/** The keys of values that are numbers, or undefined while their field is empty. */
type NumberField<Values> = {
  [Name in keyof Values & string]: Values[Name] extends number | undefined ? Name : never;
}[keyof Values & string];

/** Returns the props of a number input whose value is undefined while it does not hold a number. */
export function numberInput<Values>(fields: Fields<Values>, name: NumberField<Values>) {
  const value = fields.values[name] as number | undefined;
  return {
    ...fields.input(name),
    value: value ?? '',
    onChange: (typed: number | string) =>
      fields.set({ [name]: numberOrNone(typed) } as Partial<Values>),
  };
}
