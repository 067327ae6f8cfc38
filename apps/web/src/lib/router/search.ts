/** One value of an address's query; '' stands for a value that is not there. */
export interface SearchField<Value> {
  /** Whatever the address holds, a value that the screen can use. */
  readonly parse: (text: string) => Value;
  readonly format: (value: Value) => string;
}

/** The values that a screen keeps in the query of its address. */
export type SearchFields<Values> = {
  readonly [Key in keyof Values]: SearchField<Values[Key]>;
};

/** A text as it is. */
export const textField: SearchField<string> = { parse: (text) => text, format: (text) => text };

/** One of several values, by its name; the first where the address names none of them. */
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

/** Reads the values of a query such as '?a=b'. */
export function parseSearch<Values>(fields: SearchFields<Values>, search: string): Values {
  const query = new URLSearchParams(search);
  const values = entriesOf(fields).map(([name, field]) => [
    name,
    field.parse(query.get(name) ?? ''),
  ]);
  return Object.fromEntries(values) as Values;
}

/** A query with some values changed; whatever else it holds stays. '' when nothing is left. */
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
