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
  /** While it is being sent it cannot be sent again. */
  readonly busy: boolean;
  readonly onSubmit: () => void;
}

/**
 * Restores the focus after sending. Browsers remove it from disabled elements, which fields and
 * buttons are while the form is sent. Afterwards it moves to the field the server rejected,
 * otherwise to the element that had it.
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

/** A form that is submitted if it is valid; otherwise the first invalid field is focused. */
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
  /** Why it is disabled; the button names the reason, and pressing it shows where. */
  readonly missing: string | undefined;
}

/**
 * Ignores the second half of a double click, which may arrive before the page has re-rendered as
 * busy.
 */
function ignoreSecondClick(event: MouseEvent<HTMLButtonElement>) {
  if (event.detail > 1) event.preventDefault();
}

/**
 * Returns the props of a disabled button that stays focusable, so that its reason can be read; the
 * reason is also its description.
 */
export function refusedFor(missing: string | undefined) {
  if (missing === undefined) return {};
  return { 'aria-disabled': true, 'data-disabled': true, title: missing };
}

/**
 * Submits the surrounding form, once for a double click. It stays focusable while disabled, so that
 * the reason can be read.
 */
export function SubmitButton({ missing, ...props }: SubmitButtonProps) {
  return <Button type="submit" onClick={ignoreSecondClick} {...props} {...refusedFor(missing)} />;
}
