import { type GetInputPropsReturnType, schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { translate } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';

/** Errors by the path of their field; fields without an error may be omitted. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type Schema = Parameters<typeof schemaResolver>[0];

/**
 * Returns a contract schema's errors for a body, in the texts of its fields. An error inside a
 * field (`tags.site`) belongs to the field; a field without texts gets a general sentence.
 */
export function schemaErrors(
  schema: Schema,
  body: unknown,
  words: Readonly<Record<string, string>>,
): FieldErrors {
  const fields = Object.keys(words);
  const found = Object.keys(schemaResolver(schema, { sync: true })(body)).map((path) => {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`)) ?? path;
    return [field, words[field] ?? translate(uiText, 'form.invalid')] as const;
  });
  return Object.fromEntries(found);
}

/** Returns the errors of a form's nested value, below this name. */
export function errorsBelow(name: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, e]) => [`${name}.${path}`, e]));
}

/** Values for inputs to show and change, with the errors to show below them. */
export interface Fields<Values> {
  readonly values: Values;
  /** Props of an input, a radio group or a list: value, change, error. */
  input(field: keyof Values & string): GetInputPropsReturnType;
  /** Props of a checkbox or switch. */
  checkbox(field: keyof Values & string): GetInputPropsReturnType;
  set(change: Partial<Values>): void;
  /** The fields of a value that is itself an object. */
  part<Name extends keyof Values & string>(name: Name): Fields<Values[Name]>;
}

/** What the frame of a form needs from it. */
export interface FormControl {
  /** Why the form cannot be sent; undefined if it can. */
  readonly missing: string | undefined;
  /** Whether the values differ from the initial ones. */
  isDirty(): boolean;
  /** Whether the form is valid; if not, shows the error at each field and focuses the first. */
  check(element: HTMLElement): boolean;
  /** Shows the server's error at a field. */
  refuse(field: string, message: string): void;
}

export interface DraftForm<State, Values> extends Fields<Values>, FormControl {
  /** The state that the draft is based on; saving sends its revision. */
  readonly base: State;
  /** Restarts from a newer state. */
  restart(state: State): void;
  /** Restarts with the state this loads, if it loads one. */
  restartWith(load: () => Promise<State | undefined>): () => void;
}

interface DraftFormOptions<State, Values> {
  /** The server's state. A later one changes neither the draft nor its base. */
  readonly state: State;
  readonly valuesOf: (state: State) => Values;
  /** In form order; most forms pass their body to `schemaErrors`. */
  readonly errorsOf: (values: Values) => FieldErrors;
  /** Applies the consequences of a change to dependent fields. */
  readonly follow?: (values: Values, before: Values) => Values;
}

const FOCUSABLE = 'input, select, textarea, button, [contenteditable="true"]';

/** Moves the focus to the first of these fields, in page order. */
function focusFirst(element: HTMLElement, paths: readonly string[]): void {
  const fields = element.querySelectorAll<HTMLElement>('[data-path]');
  const wrong = [...fields].find(({ dataset }) => paths.includes(dataset.path ?? ''));
  const input = wrong?.matches(FOCUSABLE) ? wrong : wrong?.querySelector<HTMLElement>(FOCUSABLE);
  input?.focus();
}

/**
 * Manages a form's draft while the form is mounted: its values, which were touched and changed, and
 * its errors. An error is shown below its field once the field was changed or submitting was
 * attempted.
 */
export function useDraftForm<State, Values extends object>(
  options: DraftFormOptions<State, Values>,
): DraftForm<State, Values> {
  const { state, valuesOf, errorsOf, follow } = options;
  const [base, setBase] = useState(state);
  const following = useRef(false);
  const form = useForm<Values>({
    initialValues: valuesOf(state),
    onValuesChange: (values, before) => {
      if (follow === undefined || following.current) return;
      following.current = true;
      form.setValues(follow(values, before));
      following.current = false;
    },
  });
  const begin = (newer: State) => {
    setBase(newer);
    form.setInitialValues(valuesOf(newer));
    form.reset();
  };

  const errors = Object.entries(errorsOf(form.values)).flatMap(([path, error]) =>
    error === undefined ? [] : [[path, error] as const],
  );
  const errorOf = new Map(errors);

  function fieldsOf<Part>(values: Part, prefix: string): Fields<Part> {
    const props = (field: string, type: 'input' | 'checkbox') => {
      const path = prefix + field;
      const said = form.isTouched(path) ? errorOf.get(path) : undefined;
      const input = form.getInputProps(path, { type, withError: false, withFocus: false });
      return { ...input, error: form.errors[path] ?? said };
    };
    return {
      values,
      input: (field) => props(field, 'input'),
      checkbox: (field) => props(field, 'checkbox'),
      set: (change) => {
        for (const [field, value] of Object.entries(change)) {
          form.getInputProps(prefix + field).onChange(value);
        }
      },
      part: (name) => fieldsOf(values[name], `${prefix}${name}.`),
    };
  }

  return {
    ...fieldsOf(form.values, ''),
    base,
    restart: begin,
    restartWith: (load) => () => void load().then((fresh) => fresh !== undefined && begin(fresh)),
    missing: errors.length === 0 ? undefined : [...new Set(errorOf.values())].join(' '),
    isDirty: () => form.isDirty(),
    check: (element) => {
      if (errorOf.size === 0) return true;
      form.setTouched((touched) => ({
        ...touched,
        ...Object.fromEntries(errors.map(([path]) => [path, true])),
      }));
      focusFirst(element, [...errorOf.keys()]);
      return false;
    },
    refuse: (field, message) => form.setFieldError(field, message),
  };
}
