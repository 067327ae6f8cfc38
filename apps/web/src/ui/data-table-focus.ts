/** Selector of the table row in the tab order: the one focused last. */
export const activeRow = '[role="grid"] [data-index][tabindex="0"]';
