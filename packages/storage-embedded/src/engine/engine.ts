import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BucketCache } from './changes/bucket-cache.ts';
import { BucketPlans } from './changes/buckets.ts';
import { ObjectPlans } from './changes/objects.ts';
import { UploadPlans } from './changes/uploads.ts';
import { ContentReader } from './content/content-reader.ts';
import { Garbage } from './content/garbage.ts';
import { DirectoryLock } from './drives/directory-lock.ts';
import { openDriveSet } from './drives/drive-set.ts';
import { IndexDb } from './index/index-db.ts';
import { ListingReader } from './index/listing.ts';
import { replay } from './index/recovery.ts';
import { Committer } from './log/committer.ts';
import { LogWriter } from './log/log-writer.ts';
import { SegmentFiles } from './log/segment-files.ts';
import { Store } from './store.ts';
import type { Engine, EngineOptions } from './types.ts';

const SEGMENT_BYTES = 128 * 1024 * 1024;

/**
 * Opens the store on its drives, or makes it when the drives are empty. Writes that
 * were acknowledged before a crash are there; what was under way is not seen.
 * Throws when the directory is in use or the drives cannot be used.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const log = options.log ?? (() => undefined);
  await mkdir(options.dataDir, { recursive: true });
  const lock = new DirectoryLock(options.dataDir);
  try {
    const drives = await openDriveSet(options.drives, log);
    const index = new IndexDb(join(options.dataDir, 'index.sqlite'));
    const { segments } = index.accounting;
    const files = new SegmentFiles(drives, segments, () => undefined);
    const recovered = await replay(drives, index, files);
    const writer = new LogWriter(drives, segments, {
      lastId: recovered.lastSegment,
      maxBytes: SEGMENT_BYTES,
    });
    const garbage = new Garbage(drives, index);
    const buckets = new BucketCache(index);
    const committer = new Committer(index, writer, {
      sequence: recovered.sequence,
      onBuckets: () => buckets.reload(),
      onFreed: () => garbage.kick(),
    });
    garbage.kick();
    const objects = new ObjectPlans(index, buckets);
    return new Store({
      lock,
      drives,
      index,
      files,
      committer,
      garbage,
      buckets,
      objects,
      bucketPlans: new BucketPlans(index, buckets),
      uploads: new UploadPlans(index, buckets, objects),
      listing: new ListingReader(index),
      content: new ContentReader(drives, files),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}
