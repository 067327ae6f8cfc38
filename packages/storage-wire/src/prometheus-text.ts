/** One value of a metric, with the labels that distinguish it from others of the same name. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metrics that share a name, or form a histogram. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** A sample without a name has the family's. */
  readonly samples: readonly (Omit<MetricSample, 'name'> & { readonly name?: string })[];
}

/** The text is not in Prometheus's exposition format; `line` counts from 1. */
export class MetricTextError extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.name = 'MetricTextError';
    this.line = line;
  }
}

/** Content-Type of the result of `writeMetrics`. */
export const METRIC_TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const BLANKS = /[ \t]*/y;
const VALUE = /[^ \t]+/y;
const LABEL_TEXT = /[^"\\]*/y;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n' };

/** Formats metrics in Prometheus's text format 0.0.4. Families without samples are omitted. */
export function writeMetrics(families: Iterable<MetricFamily>): string {
  const lines: string[] = [];
  for (const { name, type, help, samples } of families) {
    if (samples.length === 0) continue;
    lines.push(`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`);
    for (const sample of samples) {
      lines.push(`${sample.name ?? name}${writeLabels(sample.labels)} ${writeValue(sample.value)}`);
    }
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/**
 * Yields the samples of a text in the format 0.0.4. Comments, types and timestamps are ignored.
 *
 * @throws MetricTextError at the first malformed line
 */
export function* readMetrics(text: string): Generator<MetricSample, void, undefined> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from);
    const end = found < 0 ? text.length : found;
    line += 1;
    const written = text.slice(from, end).trim();
    from = end + 1;
    if (written !== '' && !written.startsWith('#')) yield readSample(written, line);
  }
}

function readSample(text: string, line: number): MetricSample {
  const scan = new Scan(text, line);
  const name = scan.take(NAME, 'a metric name');
  scan.skip();
  const labels = scan.is('{') ? readLabels(scan) : {};
  scan.skip();
  const value = readValue(scan.take(VALUE, 'a value'));
  if (value === undefined) throw new MetricTextError(line, 'expected a number');
  return { name, labels, value };
}

function readLabels(scan: Scan): Record<string, string> {
  const labels: Record<string, string> = {};
  scan.skip();
  while (!scan.is('}')) {
    const name = scan.take(NAME, 'a label');
    scan.skip();
    scan.expect('=');
    scan.skip();
    scan.expect('"');
    labels[name] = readLabelText(scan);
    scan.skip();
    if (scan.is('}')) break;
    scan.expect(',');
    scan.skip();
  }
  return labels;
}

function readLabelText(scan: Scan): string {
  let text = '';
  for (;;) {
    text += scan.take(LABEL_TEXT, 'text');
    if (scan.is('"')) return text;
    scan.expect('\\');
    const escaped = scan.next();
    text += ESCAPED[escaped] ?? `\\${escaped}`;
  }
}

/** A position in a line. */
class Scan {
  readonly #text: string;
  readonly #line: number;
  #at = 0;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  take(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found === undefined) throw new MetricTextError(this.#line, `expected ${what}`);
    this.#at += found.length;
    return found;
  }

  skip(): void {
    this.take(BLANKS, 'blanks');
  }

  /** Skips a character if it is next. */
  is(character: string): boolean {
    const there = this.#text[this.#at] === character;
    if (there) this.#at += 1;
    return there;
  }

  expect(character: string): void {
    if (!this.is(character)) throw new MetricTextError(this.#line, `expected ${character}`);
  }

  next(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw new MetricTextError(this.#line, 'the line ends too early');
    this.#at += 1;
    return character;
  }
}

function readValue(text: string): number | undefined {
  switch (text) {
    case '+Inf':
    case 'Inf':
      return Number.POSITIVE_INFINITY;
    case '-Inf':
      return Number.NEGATIVE_INFINITY;
    case 'NaN':
      return Number.NaN;
  }
  const value = Number(text);
  return Number.isNaN(value) ? undefined : value;
}

/** Formats a number as Prometheus does. */
function writeValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/["\\\n]/g, (found) => (found === '\n' ? '\\n' : `\\${found}`));
}

function escapeHelp(text: string): string {
  return text.replace(/[\\\n]/g, (found) => (found === '\n' ? '\\n' : '\\\\'));
}
