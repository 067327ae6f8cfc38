/** Lines that a report has at most; the rest is counted. */
const MAX_LINES = 1000;

/** What of an archive could not be read, to be put into the archive itself. */
export class ReadReport {
  readonly #lines: string[] = [];
  #failures = 0;

  /** The object is not in the archive, or not whole. */
  add(key: string, reason: string): void {
    this.#failures += 1;
    // As JSON: names may hold line breaks.
    if (this.#lines.length < MAX_LINES) this.#lines.push(`${JSON.stringify(key)}: ${reason}`);
  }

  /** The text of the report; undefined where everything was read. */
  text(): string | undefined {
    if (this.#failures === 0) return undefined;
    const more = this.#failures - this.#lines.length;
    return [
      'These objects are not in this archive, or not whole:',
      '',
      ...this.#lines,
      ...(more > 0 ? [`and ${more} more`] : []),
      '',
    ].join('\r\n');
  }
}
