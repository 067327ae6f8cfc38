import { saveText } from '#web/lib/save-text.ts';
import type { Bar, TimeSeries } from './chart-values.ts';

/** Escapes a CSV field; anything other programs would read as a formula becomes text. */
function field(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Returns the bars of a chart as CSV (RFC 4180), values as plain numbers. */
export function barCsv(heads: readonly [string, string], bars: readonly Bar[]): string {
  const rows = bars.map(({ label, value }) => `${field(label)},${value}\r\n`);
  return [`${heads.map(field).join(',')}\r\n`, ...rows].join('');
}

/** Returns the values of a chart as CSV (RFC 4180): times in ISO 8601, values as plain numbers. */
export function chartCsv(
  head: string,
  times: readonly number[],
  series: readonly TimeSeries[],
): string {
  const rows = times.map((time, at) => [
    new Date(time * 1000).toISOString(),
    ...series.map(({ values }) => String(values[at] ?? '')),
  ]);
  const first = [head, ...series.map(({ label }) => label)].map(field);
  return [first, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Returns a name that is valid on every file system. */
export function fileName(label: string, ending: string): string {
  return `${label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.${ending}`;
}

/** Saves the contents of a canvas as PNG, with a background. */
export function saveCanvas(name: string, canvas: HTMLCanvasElement, ground: string): void {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d');
  if (context === null) return;
  context.fillStyle = ground;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  copy.toBlob((blob) => blob && saveText(name, blob, 'image/png'), 'image/png');
}
