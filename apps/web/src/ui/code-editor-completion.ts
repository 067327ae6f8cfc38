import { jsonLanguage } from '@codemirror/lang-json';

/** The completions at a position in the text. */
export interface TextCompletion {
  /** Offsets of the text to replace. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
  /** Whether the options need their own quotes. */
  readonly unquoted: boolean;
}

/** Returns the completions at an offset; undefined if there are none. */
export type CompleteText = (text: string, offset: number) => TextCompletion | undefined;

/** Provides completions to the editor. */
interface Question {
  readonly state: { readonly doc: { toString(): string } };
  readonly pos: number;
}

/** Offers completions in a JSON text while typing and on Ctrl+Space. */
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
