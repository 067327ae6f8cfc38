import { json } from '@codemirror/lang-json';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useEffectEvent, useRef } from 'react';
import { styleNonce } from '#web/lib/style-nonce.ts';
import classes from './code-editor.module.css';

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Typing over a selection is done on the text. Left to the browser, it keeps the looks of what it
 * replaces by an inline style, which the page's Content-Security-Policy refuses.
 */
function typeOverSelection(event: InputEvent, view: EditorView): boolean {
  const { data } = event;
  if (event.inputType !== 'insertText' || data === null || event.isComposing) return false;
  const { from, to } = replacedBy(event, view);
  if (from === to) return false;
  event.preventDefault();
  const change = { changes: { from, to, insert: data }, selection: { anchor: from + data.length } };
  const insert = () => view.state.update(change, typed);
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handler) => handler(view, from, to, data, insert))) view.dispatch(insert());
  return true;
}

/** What an input takes the place of: the editor may not have heard yet of what was just selected. */
function replacedBy(event: InputEvent, view: EditorView): { from: number; to: number } {
  const [range] = event.getTargetRanges();
  if (range === undefined) return view.state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

const typed = { userEvent: 'input.type', scrollIntoView: true };

/** An editor of a JSON text, with numbers of lines. It is large: load it when it is needed. */
export function CodeEditor({ label, value, onChange }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const report = useEffectEvent(onChange);
  const firstValue = useEffectEvent(() => value);
  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      doc: firstValue(),
      parent: host.current,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        basicSetup,
        json(),
        EditorView.lineWrapping,
        EditorView.domEventHandlers({ beforeinput: typeOverSelection }),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) report(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [label]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={host} className={classes.editor} />;
}
