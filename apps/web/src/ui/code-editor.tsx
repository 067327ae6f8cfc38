import { json } from '@codemirror/lang-json';
import { basicSetup, EditorView } from 'codemirror';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { styleNonce } from '#web/lib/style-nonce.ts';
import classes from './code-editor.module.css';
import { type CompleteText, completing } from './code-editor-completion.ts';
import { inputWithoutStyles } from './code-editor-input.ts';
import { drawMarks, type LineMark } from './code-editor-marks.ts';

/** The imperative interface of an editor. */
export interface CodeEditorHandle {
  /** Moves the cursor to a position in the text, both values from 1, and scrolls there. */
  goTo(place: { readonly line: number; readonly column: number }): void;
}

export interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly readOnly?: boolean;
  /** Lines to mark. */
  readonly marks?: readonly LineMark[];
  readonly complete?: CompleteText;
  /** Id of the element that describes the text. */
  readonly describedBy?: string;
  readonly ref?: Ref<CodeEditorHandle>;
}

const noMarks: readonly LineMark[] = [];

/** Adds the layer above the text in which lines are marked. */
function addLayer(view: EditorView): HTMLElement {
  const layer = document.createElement('div');
  layer.className = classes.marks ?? '';
  layer.setAttribute('aria-hidden', 'true');
  view.scrollDOM.append(layer);
  return layer;
}

/** An editor for a JSON text, with line numbers. It is large, so load it on demand. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, readOnly = false, marks = noMarks, describedBy } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const layer = useRef<HTMLElement>(null);
  const report = useEffectEvent(props.onChange);
  const firstValue = useEffectEvent(() => value);
  const complete = useEffectEvent<CompleteText>((text, at) => props.complete?.(text, at));
  const draw = useEffectEvent((shown: readonly LineMark[] = marks) => {
    if (view.current && layer.current) drawMarks(view.current, layer.current, shown);
  });
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
        EditorView.editable.of(!readOnly),
        completing((text, at) => complete(text, at)),
        inputWithoutStyles,
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          ...(readOnly && { 'aria-readonly': 'true' }),
          ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) report(update.state.doc.toString());
          if (update.docChanged || update.geometryChanged) draw();
        }),
      ],
    });
    view.current = editor;
    layer.current = addLayer(editor);
    draw();
    return () => {
      view.current = null;
      layer.current = null;
      editor.destroy();
    };
  }, [label, readOnly, describedBy]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => draw(marks), [marks]);
  useImperativeHandle(props.ref, () => ({
    goTo({ line, column }) {
      const editor = view.current;
      if (editor === null) return;
      const { from, to } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
      const anchor = Math.min(from + column - 1, to);
      editor.dispatch({ selection: { anchor }, scrollIntoView: true });
      editor.focus();
    },
  }));
  return <div ref={host} className={classes.editor} />;
}
