import type { IndexDb } from '../index/index-db.ts';
import type { Mutation, PlannedRecord } from '../log/batch.ts';
import type { DocumentEntry } from '../log/entries.ts';
import { coversOf } from '../log/place.ts';
import { RECORD_TYPE } from '../log/record.ts';
import type { QueuedDocument } from './change-hooks.ts';
import { documentName } from './names.ts';

const NAME_DIGITS = 16;

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

/** Sets several documents of a kind atomically; null removes one. */
export function documentsMutation(
  index: IndexDb,
  kind: string,
  values: ReadonlyMap<string, string | null>,
): Mutation<void> {
  const each = [...values].map(([name, value]) => documentMutation(index, { kind, name, value }));
  return {
    excludes: each.flatMap(({ excludes }) => excludes),
    shares: [],
    size: each.reduce((sum, { size }) => sum + size, 0),
    plan: (next) => ({
      records: each.flatMap(({ plan }) => plan(next).records),
      result: undefined,
    }),
  };
}

/** Makes a queue document, named after its sequence number, which makes the name unique. */
export function queuedDocument(
  kind: string,
  value: string,
  sequence: number,
): { queued: QueuedDocument; record: PlannedRecord } {
  const name = String(sequence).padStart(NAME_DIGITS, '0');
  const entry: DocumentEntry = { kind, name, value };
  return {
    queued: { kind, name },
    record: { type: RECORD_TYPE.document, sequence, entry },
  };
}

/** Appends a document to a queue and returns its name. */
export function queueMutation(kind: string, value: string): Mutation<string> {
  return {
    excludes: [],
    shares: [],
    size: value.length,
    plan: (next) => {
      const { queued, record } = queuedDocument(kind, value, next());
      return { records: [record], result: queued.name };
    },
  };
}
