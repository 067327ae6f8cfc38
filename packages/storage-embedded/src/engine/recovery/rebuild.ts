import { rename, rm } from 'node:fs/promises';
import { IndexDb } from '../index/index-db.ts';
import { scanSegment } from '../log/segment-scan.ts';
import { ScannedApplier } from './apply-scanned.ts';
import {
  type ListedSegment,
  type LogSource,
  needCopy,
  newestHeader,
  stillThere,
} from './log-source.ts';
import { NotComplete } from './not-complete.ts';

/** State of an index that was made although records could not be read on any copy. */
export const LOST = 'lost';

/** Removes an SQLite file with what belongs to it. */
async function removeIndex(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(`${path}${suffix}`, { recursive: true, force: true });
  }
}

/**
 * Makes the index at `path` from the drives alone, in place of what is there. The newest
 * segment's header says which segments there are and how long; those that it does not list
 * were dropped. The newest one itself is left to the replay that follows.
 *
 * @throws NotComplete while a drive is away that may have what no other has
 */
export async function rebuildIndex(source: LogSource, path: string): Promise<void> {
  const building = `${path}.building`;
  await removeIndex(building);
  const newest = await newestHeader(source);
  const segments = newest ? await stillThere(source, newest) : [];
  for (const listed of segments) {
    needCopy(source, listed);
  }
  // First, since the disk may have no room for two.
  await removeIndex(path);
  const index = new IndexDb(building);
  try {
    index.db.exec('PRAGMA synchronous = OFF');
    let sequence = 0;
    for (const listed of segments) {
      sequence = await rebuildSegment(source, index, { listed, sequence });
    }
    index.transaction(() => {
      index.setState('set', source.drives.id);
      index.setPosition({ segment: newest?.id ?? 0, offset: 0, sequence });
    });
  } finally {
    index.close();
  }
  await rename(building, path);
}

async function rebuildSegment(
  source: LogSource,
  index: IndexDb,
  { listed, sequence }: { listed: ListedSegment; sequence: number },
): Promise<number> {
  const [id, length, slots] = listed;
  if (!source.inventory.has(id)) {
    source.log('error', 'A segment is on none of the drives: its records are lost.', {
      segment: id,
    });
  }
  index.transaction(() => index.accounting.addSegment(id, slots, length));
  const applier = new ScannedApplier(index, id, { offset: 0, sequence });
  const onLost = (from: number, to: number, why: 'torn' | 'unavailable'): void => {
    if (why === 'unavailable') {
      throw new NotComplete('objects are on drives that are away', source.drives);
    }
    source.log('error', 'Part of a segment is damaged on every copy.', { segment: id, from, to });
    index.noteState(LOST, '1');
  };
  const options = { from: 0, limit: length, onLost };
  for await (const group of scanSegment(source.files, { id, slots }, options)) {
    applier.add(group);
  }
  applier.flush();
  return applier.sequence;
}
