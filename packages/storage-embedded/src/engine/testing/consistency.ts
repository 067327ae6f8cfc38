import type { Store } from '../store.ts';

const TABLES = ['current', 'version', 'bucket', 'upload', 'part', 'document'] as const;

/** What in the index of a store does not agree with itself; nothing when all is well. */
export function inconsistencies(store: Store): readonly string[] {
  const { db, accounting } = store.index;
  const wrong: string[] = [];
  const live = new Map<number, number>();
  for (const table of TABLES) {
    for (const row of db.prepare(`SELECT segment, length FROM ${table}`).all()) {
      const segment = Number(row.segment);
      live.set(segment, (live.get(segment) ?? 0) + Number(row.length));
    }
  }
  for (const id of new Set([...live.keys(), ...accounting.segments.keys()])) {
    const kept = accounting.segments.get(id)?.live;
    if (kept !== (live.get(id) ?? 0)) {
      wrong.push(`segment ${id} has ${live.get(id) ?? 0} live bytes, ${kept} are noted`);
    }
  }
  const stray = db.prepare('SELECT upload FROM part WHERE upload NOT IN (SELECT id FROM upload)');
  for (const { upload } of stray.all()) {
    wrong.push(`a part belongs to the upload ${upload}, which is not there`);
  }
  const double = db.prepare(
    'SELECT v.key FROM version v JOIN current c USING (bucket, key) WHERE v.ord >= c.ord',
  );
  for (const { key } of double.all()) {
    wrong.push(`${key} has a version that is newer than its current one`);
  }
  return wrong;
}

/** The copies of content files that the index refers to, as slot/name. */
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
      refs.push(...JSON.parse(String(parts)).map((part: { blob: unknown }) => part.blob));
    }
  }
  return refs.flatMap(({ id, slots }) => slots.map((slot) => `${slot}/${id}`)).sort();
}
