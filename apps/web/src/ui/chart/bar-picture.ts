import type { Bar } from './chart-values.ts';

const [ROW, WIDTH, LABELS, VALUES, GAP] = [30, 640, 150, 90, 12];
/** Scale from layout units to pixels of the picture. */
const SCALE = 2;

/** Draws bars as a picture in the theme's colours; undefined if the browser cannot draw. */
export function barPicture(
  bars: readonly (Bar & { readonly text: string })[],
  token: (name: string) => string,
): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * SCALE;
  canvas.height = (bars.length * ROW + 2 * GAP) * SCALE;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.scale(SCALE, SCALE);
  context.font = '12px "Inter Variable", sans-serif';
  context.textBaseline = 'middle';
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const length = WIDTH - LABELS - VALUES - 2 * GAP;
  for (const [index, { label, value, text }] of bars.entries()) {
    const middle = GAP + index * ROW + ROW / 2;
    context.fillStyle = token('--st-muted');
    context.fillText(label, GAP, middle, LABELS - GAP);
    context.fillStyle = token('--st-sunken');
    context.fillRect(LABELS + GAP, middle - 5, length, 10);
    context.fillStyle = token('--st-series-1');
    context.fillRect(LABELS + GAP, middle - 5, (length * value) / most, 10);
    context.fillStyle = token('--st-text');
    context.textAlign = 'right';
    context.fillText(text, WIDTH - GAP, middle, VALUES - GAP);
    context.textAlign = 'left';
  }
  return canvas;
}
