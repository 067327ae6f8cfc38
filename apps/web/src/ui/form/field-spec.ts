import type { ReactNode } from 'react';

/** One of the values that a choice offers. */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

/** A secret: the server tells only whether it holds one. Without a text it stays as it is. */
export interface SecretValue {
  readonly stored: boolean;
  readonly text?: string;
}

/** A file that was chosen, as text. */
export interface FileValue {
  readonly name: string;
  readonly text: string;
}

/** A row of a field of keys and values. */
export interface PairValue {
  /** Tells rows apart that hold the same text. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

type Kind =
  /** Text of one line; the value is a string. */
  | { readonly kind: 'text'; readonly placeholder?: string }
  /** A number; the value is text while it is none. */
  | { readonly kind: 'number'; readonly min?: number; readonly max?: number }
  /** A number whose unit is a second value of the form. */
  | {
      readonly kind: 'amount';
      readonly min?: number;
      readonly unit: {
        readonly name: string;
        readonly label: string;
        readonly options: readonly (string | ChoiceOption)[];
      };
    }
  /** An amount of seconds, minutes, hours or days; the unit is a second value of the form. */
  | { readonly kind: 'duration'; readonly unit: { readonly name: string; readonly label: string } }
  /** Several texts: string[]. */
  | { readonly kind: 'list'; readonly placeholder?: string }
  /** Several texts, each in a row of its own: string[]. */
  | { readonly kind: 'rows'; readonly placeholder?: string }
  /** Keys with values: PairValue[]. */
  | { readonly kind: 'pairs' }
  /** A SecretValue. */
  | { readonly kind: 'secret' }
  /** One value of a few (radio) or of many (select). */
  | {
      readonly kind: 'choice';
      readonly as: 'radio' | 'select';
      readonly options: readonly ChoiceOption[];
    }
  | { readonly kind: 'switch' }
  /** A FileValue or null. */
  | { readonly kind: 'file'; readonly accept?: string };

/** A field of a form, as data. `name` is the value's name in the form. */
export type FieldSpec<Values> = Kind & {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly description?: string;
  /** Of a field that depends on others: whether it is there. */
  readonly when?: (values: Values) => boolean;
  /** The environment variable that sets it: it is shown and cannot be changed. */
  readonly lockedBy?: string | undefined;
  readonly disabled?: boolean;
  /** Marked as one that cannot be left empty. */
  readonly required?: boolean;
  /** Stands below it, such as its default. */
  readonly note?: ReactNode;
};
