/** One value of an address query; '' is a missing value. */
export interface SearchField<Value> {
  /** Returns a usable value whatever the address contains. */
  readonly parse: (text: string) => Value;
  readonly format: (value: Value) => string;
}

/** The values a screen keeps in its address query. */
export type SearchFields<Values> = {
  readonly [Key in keyof Values]: SearchField<Values[Key]>;
};

/** A text, unchanged. */
export const textField: SearchField<string> = { parse: (text) => text, format: (text) => text };

/** One of several values, by name; the first if the address names none of them. */
export function choiceField<const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
): SearchField<Choice> {
  const [usual] = choices;
  return {
    parse: (text) => choices.find((choice) => choice === text) ?? usual,
    format: (choice) => (choice === usual ? '' : choice),
  };
}

function entriesOf<Values>(fields: SearchFields<Values>) {
  return Object.entries(fields) as [keyof Values & string, SearchField<unknown>][];
}

/** Parses the values of a query such as '?a=b'. */
export function parseSearch<Values>(fields: SearchFields<Values>, search: string): Values {
  const query = new URLSearchParams(search);
  const values = entriesOf(fields).map(([name, field]) => [
    name,
    field.parse(query.get(name) ?? ''),
  ]);
  return Object.fromEntries(values) as Values;
}

/** Returns a query with some values changed; other parameters are kept. '' if nothing is left. */
export function formatSearch<Values>(
  fields: SearchFields<Values>,
  values: Partial<Values>,
  search = '',
): string {
  const query = new URLSearchParams(search);
  for (const [name, field] of entriesOf(fields)) {
    if (!(name in values)) continue;
    const text = field.format(values[name]);
    if (text === '') query.delete(name);
    else query.set(name, text);
  }
  return query.size === 0 ? '' : `?${query}`;
}
