import { expect } from 'vitest';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The control cannot be used, by itself or because of a fieldset around it. */
    toBeDisabled(): R;
    /** The visible text contains this, spaces folded. */
    toHaveText(text: string): R;
  }
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

expect.extend({
  toBeDisabled(element: Element) {
    const pass = element.matches(':disabled, [aria-disabled="true"]');
    return { pass, message: () => `the element is ${pass ? '' : 'not '}disabled` };
  },
  toHaveText(element: Element, expected: string) {
    const text = textOf(element);
    const pass = text.includes(expected);
    return { pass, message: () => `the text is '${text}'`, actual: text, expected };
  },
});
