import { expect } from 'vitest';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The control is disabled, directly or by a surrounding fieldset. */
    toBeDisabled(): R;
    toBeChecked(): R;
    toBeInTheDocument(): R;
    /** In the document and not hidden by display, visibility or the hidden attribute. */
    toBeVisible(): R;
    toHaveFocus(): R;
    /** Has the attribute, with this value if one is given. */
    toHaveAttribute(name: string, value?: string): R;
    /** The value of an input. */
    toHaveValue(value: string): R;
    /** The text contains this, with whitespace collapsed. */
    toHaveTextContent(text: string | RegExp): R;
  }
}

interface Verdict {
  readonly pass: boolean;
  readonly message: () => string;
}

function verdict(pass: boolean, what: string): Verdict {
  return { pass, message: () => `expected the element ${pass ? 'not ' : ''}${what}` };
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function isShown(element: Element): boolean {
  for (let node: Element | null = element; node !== null; node = node.parentElement) {
    const { display, visibility } = getComputedStyle(node);
    if (display === 'none' || visibility === 'hidden' || node.hasAttribute('hidden')) return false;
  }
  return element.isConnected;
}

function hasText(element: Element, expected: string | RegExp): boolean {
  const text = textOf(element);
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}

/** Matchers for elements, named as in testing libraries. */
expect.extend({
  toBeDisabled: (element: Element) =>
    verdict(element.matches(':disabled, [aria-disabled="true"]'), 'to be disabled'),
  toBeChecked: (element: Element) =>
    verdict(element.matches(':checked, [aria-checked="true"]'), 'to be checked'),
  toBeInTheDocument: (element: Element | null) =>
    verdict(element?.isConnected ?? false, 'to be in the document'),
  toBeVisible: (element: Element) => verdict(isShown(element), 'to be visible'),
  toHaveFocus: (element: Element) =>
    verdict(element.ownerDocument.activeElement === element, 'to have the focus'),
  toHaveAttribute: (element: Element, name: string, value?: string) => {
    const actual = element.getAttribute(name);
    const pass = value === undefined ? actual !== null : actual === value;
    return verdict(pass, `to have ${name}="${value ?? '…'}", it has ${actual}`);
  },
  toHaveValue: (element: Element, value: string) => {
    const actual: unknown = Reflect.get(element, 'value');
    return verdict(actual === value, `to have the value '${value}', it has '${actual}'`);
  },
  toHaveTextContent: (element: Element, expected: string | RegExp) =>
    verdict(
      hasText(element, expected),
      `to have the text ${expected}, it has '${textOf(element)}'`,
    ),
});
