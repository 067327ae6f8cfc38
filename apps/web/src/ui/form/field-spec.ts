import type { ReactNode } from 'react';

/** One option of a choice. */
export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly disabled?: boolean;
}

/** A secret: the server only reports whether it has one. Without a text it stays unchanged. */
export interface SecretValue {
  readonly stored: boolean;
  readonly text?: string;
}

/** A selected file, as text. */
export interface FileValue {
  readonly name: string;
  readonly text: string;
}

/** A row of a field of key-value pairs. */
export interface PairValue {
  /** Distinguishes rows with the same text. */
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

type Kind =
  /** Single-line text; the value is a string. */
  | { readonly kind: 'text'; readonly placeholder?: string }
  /** A number; the value is text while it is not a number. */
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
  /** A duration in seconds, minutes, hours or days; the unit is a second value of the form. */
  | { readonly kind: 'duration'; readonly unit: { readonly name: string; readonly label: string } }
  /** Several texts: string[]. */
  | { readonly kind: 'list'; readonly placeholder?: string }
  /** Several texts, each in its own row: string[]. */
  | { readonly kind: 'rows'; readonly placeholder?: string }
  /** Key-value pairs: PairValue[]. */
  | { readonly kind: 'pairs' }
  /** A SecretValue. */
  | { readonly kind: 'secret' }
  /** One of a few options (radio) or many (select). */
  | {
      readonly kind: 'choice';
      readonly as: 'radio' | 'select';
      readonly options: readonly ChoiceOption[];
    }
  | { readonly kind: 'switch' }
  /** A FileValue or null. */
  | { readonly kind: 'file'; readonly accept?: string };

/** A form field, as data. `name` is the key of its value in the form. */
export type FieldSpec<Values> = Kind & {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly description?: string;
  /** For a dependent field: whether it is shown. */
  readonly when?: (values: Values) => boolean;
  /** The environment variable that sets it, which makes it read-only. */
  readonly lockedBy?: string | undefined;
  readonly disabled?: boolean;
  /** Marked as required. */
  readonly required?: boolean;
  /** Shown below it, such as its default. */
  readonly note?: ReactNode;
};
