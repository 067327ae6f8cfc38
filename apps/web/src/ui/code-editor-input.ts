import { EditorView } from 'codemirror';

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Replaces and deletes a selection in the text instead of the page. Otherwise the browser would
 * preserve the look of the replaced text with an inline style, which the page's
 * Content-Security-Policy blocks.
 */
export const inputWithoutStyles = EditorView.domEventHandlers({ beforeinput });

function beforeinput(event: InputEvent, view: EditorView): boolean {
  if (event.isComposing || !event.cancelable) return false;
  // Formatting such as bold does not apply to plain text.
  if (event.inputType.startsWith('format')) return true;
  const insert = textOf(event);
  if (insert === undefined) return false;
  const { from, to } = affectedBy(event, view);
  if (from === to) return false;
  const { main } = view.state.selection;
  const userEvent = insert === '' ? 'delete.selection' : 'input.type';
  const change =
    main.from === from && main.to === to
      ? view.state.replaceSelection(insert)
      : { changes: { from, to, insert }, selection: { anchor: from + insert.length } };
  const transaction = () => view.state.update(change, { userEvent, scrollIntoView: true });
  const handlers = insert === '' ? [] : view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handler) => handler(view, from, to, insert, transaction))) {
    view.dispatch(transaction());
  }
  return true;
}

/** Returns the text an input inserts, '' for a deletion; undefined if the editor handles it. */
function textOf({ inputType, data, dataTransfer }: InputEvent): string | undefined {
  if (inputType.startsWith('delete')) return '';
  if (!['insertText', 'insertReplacementText'].includes(inputType)) return undefined;
  return (data ?? dataTransfer?.getData('text/plain')) || undefined;
}

/**
 * Returns the span that an input replaces. If the event does not specify it, it is the selection on
 * the page, which the editor learns of later and may not have yet.
 */
function affectedBy(event: InputEvent, view: EditorView): Span {
  const range = event.getTargetRanges()[0] ?? selectedOnPage(view);
  if (range === undefined) return view.state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

function selectedOnPage({ dom, contentDOM }: EditorView): Range | undefined {
  const selection = dom.ownerDocument.getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return contentDOM.contains(range.commonAncestorContainer) ? range : undefined;
}
