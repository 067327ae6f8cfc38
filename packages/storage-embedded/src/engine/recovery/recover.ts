import type { DriveSet, Log } from '../drives/drive-set.ts';
import type { Standing } from '../drives/standing.ts';
import type { SegmentInfo } from '../index/accounting.ts';
import type { IndexDb } from '../index/index-db.ts';
import { SegmentFiles } from '../log/segment-files.ts';
import { removeSeal } from './index-seal.ts';
import type { Inventory } from './inventory.ts';
import type { LogSource } from './log-source.ts';
import { openIndex, remakeIndex } from './open-index.ts';
import { findContradiction, type Recovered, replay, resume } from './replay.ts';

interface Found {
  readonly drives: DriveSet;
  readonly inventory: Inventory;
  readonly standing: Standing;
  readonly log: Log;
}

/**
 * Recovers the index with everything in the log. While it is uncertain whether the end of the log
 * is visible, only an index that was closed cleanly is accepted, and the log is left alone.
 *
 * @throws NotComplete
 */
export async function recover(
  dataDir: string,
  found: Found,
): Promise<{ index: IndexDb; rebuilt: boolean; recovered: Recovered }> {
  const { standing, log } = found;
  const opened = await withSource(found, undefined, (source) =>
    openIndex(dataDir, source, standing),
  );
  let { index, rebuilt } = opened;
  try {
    await removeSeal(index.path);
    if (!standing.certain) {
      const recovered = await withSource(found, index, async (source) => resume(source, index));
      return { index, rebuilt, recovered };
    }
    let recovered = await withSource(found, index, (source) => replay(source, index));
    const reason = await withSource(found, index, (source) =>
      findContradiction(source, index, recovered),
    );
    if (reason !== undefined && !rebuilt) {
      index.close();
      index = await withSource(found, undefined, (source) =>
        remakeIndex(dataDir, source, { standing, reason }),
      );
      rebuilt = true;
      recovered = await withSource(found, index, (source) => replay(source, index));
    }
    if (recovered.replayed > 0) {
      log('info', 'Records were replayed from the log.', { records: recovered.replayed });
    }
    return { index, rebuilt, recovered };
  } catch (error) {
    index.close();
    throw error;
  }
}

async function withSource<T>(
  { drives, inventory, log }: Found,
  index: IndexDb | undefined,
  work: (source: LogSource) => Promise<T>,
): Promise<T> {
  const segments: ReadonlyMap<number, SegmentInfo> = index?.accounting.segments ?? new Map();
  const files = new SegmentFiles(drives, segments, () => undefined);
  try {
    return await work({ drives, files, inventory, log });
  } finally {
    files.close();
  }
}
