import type { IndexDb } from '../index/index-db.ts';
import type { Mutation } from '../log/batch.ts';
import type { DocumentEntry } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import { documentName } from './names.ts';

/** Sets a document; null removes it. */
export function documentMutation(
  index: IndexDb,
  document: { kind: string; name: string; value: string | null },
): Mutation<void> {
  const { kind, name, value } = document;
  return {
    excludes: [documentName(kind, name)],
    shares: [],
    size: value?.length ?? 0,
    plan: (next) => {
      const former = index.documents.get(kind, name);
      if (value === null && !former) {
        return { records: [], result: undefined };
      }
      const covers = former ? { covers: coversOf(former) } : undefined;
      const entry: DocumentEntry = { kind, name, value, ...covers };
      const record = { type: RECORD_TYPE.document, sequence: next(), entry };
      return { records: [record], result: undefined };
    },
  };
}
