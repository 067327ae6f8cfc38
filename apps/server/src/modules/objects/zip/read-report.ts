/** The maximum number of lines in a report; further ones are only counted. */
const MAX_LINES = 1000;

/** The parts of an archive that could not be read, as a report for the archive itself. */
export class ReadReport {
  readonly #lines: string[] = [];
  #failures = 0;

  /** The object is missing from the archive, or incomplete. */
  add(key: string, reason: string): void {
    this.#failures += 1;
    // As JSON, since names may contain line breaks.
    if (this.#lines.length < MAX_LINES) this.#lines.push(`${JSON.stringify(key)}: ${reason}`);
  }

  /** The text of the report; undefined if everything was read. */
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
