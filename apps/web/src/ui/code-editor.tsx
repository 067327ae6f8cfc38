import { json } from '@codemirror/lang-json';
import { basicSetup, EditorView } from 'codemirror';
import { useEffect, useEffectEvent, useRef } from 'react';
import { styleNonce } from '#web/lib/style-nonce.ts';
import classes from './code-editor.module.css';
import { inputWithoutStyles } from './code-editor-input.ts';

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

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
        inputWithoutStyles,
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
