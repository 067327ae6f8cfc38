import type { EditorView } from 'codemirror';

/** A line to mark, from 1. */
export interface LineMark {
  readonly line: number;
  readonly tone: 'error' | 'warning';
}

/**
 * Draws a band over each marked line of an editor. The editor's own decorations are in a package
 * the console does not depend on; a band only needs the position of its line.
 */
export function drawMarks(view: EditorView, layer: HTMLElement, marks: readonly LineMark[]): void {
  const { doc } = view.state;
  const bands = marks
    .filter(({ line }) => line <= doc.lines)
    .map(({ line, tone }) => {
      const { top, height } = view.lineBlockAt(doc.line(line).from);
      const band = document.createElement('div');
      band.dataset.tone = tone;
      band.style.top = `${top + view.documentPadding.top}px`;
      band.style.height = `${height}px`;
      return band;
    });
  layer.replaceChildren(...bands);
}
