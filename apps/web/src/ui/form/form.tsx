import { Button, type ButtonProps } from '@mantine/core';
import {
  type FormHTMLAttributes,
  type MouseEvent,
  type SubmitEvent,
  useEffect,
  useRef,
} from 'react';
import type { FormControl } from './draft-form.ts';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly form: Pick<FormControl, 'check'>;
  /** While it is being sent it is not sent again. */
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

/**
 * Browsers take the focus away from what is disabled, as fields and buttons are while they are sent. When that
 * is over the field that was refused gets it, or else what had it.
 */
function useFocusAfterwards(busy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (busy) return;
    const had = before.current;
    before.current = null;
    const active = document.activeElement;
    const isElsewhere = active !== null && active !== document.body && active !== had;
    if (isElsewhere || !(had instanceof HTMLElement)) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (refused) refused.focus();
    else had.focus({ preventScroll: true });
  }, [busy]);
  const remember = () => {
    const active = document.activeElement;
    before.current = form.current?.contains(active) ? active : null;
  };
  return { form, remember };
}

/** A form that is sent when nothing is wrong with it; else the focus moves to the first wrong field. */
export function Form({ form, busy, onSubmit, ...props }: FormProps) {
  const focus = useFocusAfterwards(busy);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || !form.check(event.currentTarget)) return;
    focus.remember();
    onSubmit();
  };
  return <form {...props} ref={focus.form} onSubmit={submit} noValidate />;
}

interface SubmitButtonProps extends ButtonProps {
  /** Why it cannot be pressed; it names this, and pressing it shows where. */
  readonly missing: string | undefined;
}

/** The second half of a double click, which may come before the page knows that the form is busy. */
function ignoreSecondClick(event: MouseEvent<HTMLButtonElement>) {
  if (event.detail > 1) event.preventDefault();
}

/** The properties of a button that can be reached while it is refused, to hear why; the reason is its description as well. */
export function refusedFor(missing: string | undefined) {
  if (missing === undefined) return {};
  return { 'aria-disabled': true, 'data-disabled': true, title: missing };
}

/**
 * Sends the form around it, once for a double click. It can be reached while it is disabled, to hear
 * what is missing.
 */
export function SubmitButton({ missing, ...props }: SubmitButtonProps) {
  return <Button type="submit" onClick={ignoreSecondClick} {...props} {...refusedFor(missing)} />;
}
