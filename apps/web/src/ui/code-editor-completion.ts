import { jsonLanguage } from '@codemirror/lang-json';

/** What could stand at a place of the text. */
export interface TextCompletion {
  /** Offsets of what is replaced. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
  /** Whether the options need quotes of their own. */
  readonly unquoted: boolean;
}

/** Finds what could stand at an offset; undefined where nothing is known. */
export type CompleteText = (text: string, offset: number) => TextCompletion | undefined;

/** What the editor's completion asks with. */
interface Question {
  readonly state: { readonly doc: { toString(): string } };
  readonly pos: number;
}

/** Offers completions of a JSON text, as it is typed and with Control and Space. */
export function completing(complete: CompleteText) {
  const autocomplete = ({ state, pos }: Question) => {
    const found = complete(state.doc.toString(), pos);
    if (found === undefined) return null;
    const { from, to, options, unquoted } = found;
    return {
      from,
      to,
      options: options.map((label) => ({ label, apply: unquoted ? JSON.stringify(label) : label })),
    };
  };
  return jsonLanguage.data.of({ autocomplete });
}
