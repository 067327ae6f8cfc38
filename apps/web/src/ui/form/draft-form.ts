import { type GetInputPropsReturnType, schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { translate } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';

/** What is wrong, by the path of its field; a field without an error may be left out. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type Schema = Parameters<typeof schemaResolver>[0];

/**
 * What a schema of the contract says against a body, in the words of its fields. What is wrong
 * inside a field (`tags.site`) counts for the field; a field without words has a general sentence.
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

/** The errors of a value that stands below this name in a form. */
export function errorsBelow(name: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([path, e]) => [`${name}.${path}`, e]));
}

/** Values that inputs show and change, with what is to be said below them. */
export interface Fields<Values> {
  readonly values: Values;
  /** Props of an input, of a radio group or of a list: value, change, error. */
  input(field: keyof Values & string): GetInputPropsReturnType;
  /** The same of a check box or a switch. */
  checkbox(field: keyof Values & string): GetInputPropsReturnType;
  set(change: Partial<Values>): void;
  /** The fields of a value that is an object itself. */
  part<Name extends keyof Values & string>(name: Name): Fields<Values[Name]>;
}

/** What the frame of a form asks of it. */
export interface FormControl {
  /** What keeps the form from being sent; undefined when nothing does. */
  readonly missing: string | undefined;
  /** Whether something was entered that is not what the form began with. */
  isDirty(): boolean;
  /** Whether the form may be sent; if not, says so at each field and moves the focus to the first. */
  check(element: HTMLElement): boolean;
  /** Says at a field why the server refused it. */
  refuse(field: string, message: string): void;
}

export interface DraftForm<State, Values> extends Fields<Values>, FormControl {
  /** The state that the draft began from: a save carries its revision. */
  readonly base: State;
  /** Begins again from a newer state. */
  restart(state: State): void;
  /** The same with what this loads, where it loads something. */
  restartWith(load: () => Promise<State | undefined>): () => void;
}

interface DraftFormOptions<State, Values> {
  /** What the server holds. One that is loaded later changes neither the draft nor its base. */
  readonly state: State;
  readonly valuesOf: (state: State) => Values;
  /** In the order of the form; most forms pass their body to `schemaErrors`. */
  readonly errorsOf: (values: Values) => FieldErrors;
  /** What follows from a change: fields that depend on others. */
  readonly follow?: (values: Values, before: Values) => Values;
}

const FOCUSABLE = 'input, select, textarea, button, [contenteditable="true"]';

/** Moves the focus to the first of these fields, in the order of the page. */
function focusFirst(element: HTMLElement, paths: readonly string[]): void {
  const fields = element.querySelectorAll<HTMLElement>('[data-path]');
  const wrong = [...fields].find(({ dataset }) => paths.includes(dataset.path ?? ''));
  const input = wrong?.matches(FOCUSABLE) ? wrong : wrong?.querySelector<HTMLElement>(FOCUSABLE);
  input?.focus();
}

/**
 * A form's draft, for as long as the form is drawn: its values, what was touched and changed, and what is wrong with it. An error
 * shows below its field once the field was changed or sending was tried.
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
