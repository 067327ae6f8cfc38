import type { DatabaseSync } from 'node:sqlite';
import type { IndexDb } from './index-db.ts';

const TABLES = ['current', 'version', 'bucket', 'upload', 'part', 'document'] as const;
const MOST = 100;

/** Lists internal inconsistencies of an index; empty if there are none. */
export function inconsistencies({ db, accounting }: IndexDb): readonly string[] {
  const wrong: string[] = [];
  const live = new Map<number, number>();
  for (const table of TABLES) {
    const sums = db.prepare(`SELECT segment, sum(length) AS bytes FROM ${table} GROUP BY segment`);
    for (const row of sums.all()) {
      const segment = Number(row.segment);
      live.set(segment, (live.get(segment) ?? 0) + Number(row.bytes));
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

const NAMED: readonly string[] = [
  "SELECT 'object ' || b.name || '/' || t.key AS name FROM current t JOIN bucket b ON b.id = t.bucket",
  "SELECT 'version of ' || b.name || '/' || t.key AS name FROM version t JOIN bucket b ON b.id = t.bucket",
  "SELECT 'bucket ' || t.name AS name FROM bucket t",
  "SELECT 'upload of ' || b.name || '/' || t.key AS name FROM upload t JOIN bucket b ON b.id = t.bucket",
  "SELECT 'part ' || t.number || ' of an upload' AS name FROM part t",
  "SELECT t.kind || ' ' || t.name AS name FROM document t",
];

/**
 * Describes what the index has in a byte range of a segment, at most a hundred entries. Scans the
 * whole index.
 */
export function recordsIn(
  db: DatabaseSync,
  segment: number,
  { from, to }: { from: number; to: number },
): readonly string[] {
  return NAMED.flatMap((select) =>
    db
      .prepare(`${select} WHERE t.segment = ? AND t.offset >= ? AND t.offset < ? LIMIT ${MOST}`)
      .all(segment, from, to)
      .map(({ name }) => String(name)),
  ).slice(0, MOST);
}
