import { EditorView } from 'codemirror';

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Replaces and deletes a selection on the text instead of in the page. Left to the browser, what is
 * typed next keeps the looks of what was there by an inline style, which the page's
 * Content-Security-Policy refuses.
 */
export const inputWithoutStyles = EditorView.domEventHandlers({ beforeinput });

function beforeinput(event: InputEvent, view: EditorView): boolean {
  if (event.isComposing || !event.cancelable) return false;
  // Bold and the like: there are no looks to choose in a text.
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

/** What an input puts in, '' for a deletion; undefined where that is left to the editor. */
function textOf({ inputType, data, dataTransfer }: InputEvent): string | undefined {
  if (inputType.startsWith('delete')) return '';
  if (!['insertText', 'insertReplacementText'].includes(inputType)) return undefined;
  return (data ?? dataTransfer?.getData('text/plain')) || undefined;
}

/**
 * What an input takes the place of. Where the event does not say, it is what is selected on the
 * page: the editor hears of that later, and may have another selection still.
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
