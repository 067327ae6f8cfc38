import { inconsistencies as findInconsistencies } from '../index/consistency.ts';
import type { Store } from '../store.ts';

/** Lists internal inconsistencies of a store's index; empty if there are none. */
export function inconsistencies(store: Store): readonly string[] {
  return findInconsistencies(store.index);
}

/** Copies of content files that the index refers to, as slot/name. */
export function knownFiles(store: Store): readonly string[] {
  const { db } = store.index;
  const refs: { id: string; slots: readonly number[] }[] = [];
  for (const table of ['current', 'version', 'part']) {
    for (const { blob } of db.prepare(`SELECT blob FROM ${table} WHERE blob IS NOT NULL`).all()) {
      refs.push(JSON.parse(String(blob)));
    }
  }
  for (const table of ['current', 'version']) {
    for (const { parts } of db
      .prepare(`SELECT parts FROM ${table} WHERE parts IS NOT NULL`)
      .all()) {
      refs.push(
        ...JSON.parse(String(parts)).flatMap((part: { blob?: unknown }) => part.blob ?? []),
      );
    }
  }
  return refs.flatMap(({ id, slots }) => slots.map((slot) => `${slot}/${id}`)).sort();
}
