import type { CodeEditorProps } from '#web/ui/code-editor.tsx';

/** Stands in for the code editor, which needs a browser with layout. */
export function CodeEditor({ label, value, onChange }: CodeEditorProps) {
  return (
    <textarea
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
