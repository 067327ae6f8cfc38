/** Selector of the row of a table that is in the tab order: the one that had the focus last. */
export const activeRow = '[role="grid"] [data-index][tabindex="0"]';
