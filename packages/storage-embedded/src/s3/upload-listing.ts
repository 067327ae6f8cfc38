import type { Engine, StoredUpload } from '../engine/types.ts';

/** Number of uploads read at a time. */
const BATCH = 1000;

interface UploadQuery {
  readonly prefix: string;
  readonly delimiter: string;
  readonly afterKey: string;
  readonly afterUpload: string;
  readonly limit: number;
}

interface UploadPage {
  readonly uploads: readonly StoredUpload[];
  readonly prefixes: ReadonlySet<string>;
  readonly truncated: boolean;
  readonly lastKey: string;
  readonly lastUpload: string;
}

/**
 * Returns one page, with keys rolled up at the delimiter. A marker that is a common prefix skips
 * everything under it.
 */
export function collectUploads(
  engine: Pick<Engine, 'listUploads'>,
  bucket: string,
  query: UploadQuery,
): UploadPage {
  const { prefix, delimiter, limit } = query;
  const uploads: StoredUpload[] = [];
  const prefixes = new Set<string>();
  let lastKey = query.afterKey;
  let lastUpload = query.afterUpload;
  let scanKey = lastKey;
  let scanUpload = lastUpload;
  for (;;) {
    const batch = engine.listUploads(bucket, {
      prefix,
      afterKey: scanKey,
      afterUpload: scanUpload,
      limit: BATCH,
    });
    for (const upload of batch) {
      scanKey = upload.key;
      scanUpload = upload.uploadId;
      const common = commonPrefix(upload.key, prefix, delimiter);
      if (common !== undefined && (prefixes.has(common) || common === query.afterKey)) {
        continue;
      }
      if (uploads.length + prefixes.size >= limit) {
        return { uploads, prefixes, truncated: limit > 0, lastKey, lastUpload };
      }
      if (common === undefined) {
        uploads.push(upload);
        lastKey = upload.key;
        lastUpload = upload.uploadId;
      } else {
        prefixes.add(common);
        lastKey = common;
        lastUpload = '';
      }
    }
    if (batch.length < BATCH) {
      return { uploads, prefixes, truncated: false, lastKey, lastUpload };
    }
  }
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : key.slice(0, at + delimiter.length);
}
