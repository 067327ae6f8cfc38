type Fields = Readonly<Record<string, unknown>>;

/** A document of unknown structure: anything missing or of another type reads as empty. */
export class ReportNode {
  readonly #fields: Fields;

  constructor(value: unknown) {
    this.#fields = isFields(value) ? value : {};
  }

  text(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : '';
  }

  number(name: string): number {
    const value = this.#fields[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : 0;
  }

  flag(name: string): boolean {
    return this.#fields[name] === true;
  }

  at(name: string): ReportNode {
    return new ReportNode(this.#fields[name]);
  }

  list(name: string): readonly ReportNode[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value.map((entry) => new ReportNode(entry)) : [];
  }

  texts(name: string): readonly string[] {
    const value = this.#fields[name];
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }

  /** Returns the fields by name. */
  entries(): readonly (readonly [string, ReportNode])[] {
    return Object.entries(this.#fields).map(([name, value]) => [name, new ReportNode(value)]);
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
