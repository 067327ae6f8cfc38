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

/** State of an index that was built although some records were unreadable on every copy. */
export const LOST = 'lost';

/** Removes an SQLite file and its auxiliary files. */
async function removeIndex(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(`${path}${suffix}`, { recursive: true, force: true });
  }
}

/**
 * Rebuilds the index at `path` from the drives alone, replacing any existing one. The newest
 * segment's header lists the segments and their lengths; any others were dropped. The newest
 * segment itself is left to the replay that follows.
 *
 * @throws NotComplete while a drive is away that may have the only copy of something
 */
export async function rebuildIndex(source: LogSource, path: string): Promise<void> {
  const building = `${path}.building`;
  await removeIndex(building);
  const newest = await newestHeader(source);
  const segments = newest ? await stillThere(source, newest) : [];
  for (const listed of segments) {
    needCopy(source, listed);
  }
  // Removed first, since the disk may not have room for two.
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
    index.transaction(() => index.setState(LOST, '1'));
  };
  const options = { from: 0, limit: length, onLost };
  for await (const group of scanSegment(source.files, { id, slots }, options)) {
    applier.add(group);
  }
  applier.flush();
  return applier.sequence;
}
