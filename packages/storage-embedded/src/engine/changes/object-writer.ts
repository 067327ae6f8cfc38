import { S3Error } from '@stowage/storage-wire/s3-error';
import type { BlobLabel } from '../content/blob-format.ts';
import type { ContentReader } from '../content/content-reader.ts';
import type { HashPool } from '../content/hash-pool.ts';
import { receive } from '../content/incoming.ts';
import type { Landings } from '../content/landings.ts';
import type { DriveSet } from '../drives/drive-set.ts';
import type { VersionRow } from '../index/version-tables.ts';
import type { Committer } from '../log/committer.ts';
import { COMPRESSION_FEATURE } from '../log/features.ts';
import type { LogWriter } from '../log/log-writer.ts';
import type {
  AttributesChange,
  IncomingBody,
  ObjectAttributes,
  ObjectNotes,
  PutObject,
  StoredObject,
  StoredPart,
  StoredUpload,
  UpdateTarget,
} from '../types.ts';
import { sealLog } from '../upkeep/seal-log.ts';
import type { BucketCache } from './bucket-cache.ts';
import { checkCondition } from './conditions.ts';
import { checkKey } from './names.ts';
import { pickAttributes } from './object-entries.ts';
import type { ObjectPlans } from './objects.ts';
import { isInline, toStoredObject } from './stored-object.ts';
import type { SeenContent, TierPlans } from './tier-plans.ts';
import type { UploadPlans } from './uploads.ts';

export interface ObjectWriterParts {
  readonly drives: DriveSet;
  readonly hashes: HashPool;
  readonly landings: Landings;
  readonly committer: Committer;
  readonly writer: LogWriter;
  readonly buckets: BucketCache;
  readonly objects: ObjectPlans;
  readonly uploads: UploadPlans;
  readonly tiers: TierPlans;
  readonly content: ContentReader;
  readonly inlineLimit: number;
}

/** Thrown when restored content is no longer wanted. */
class NotWanted extends Error {}

/** Thrown inside a plan when the content read for it has since been replaced. */
class ContentReplaced extends Error {}

/** Writes that read or receive content before their commit. */
export class ObjectWriter {
  readonly #parts: ObjectWriterParts;
  /** Resolves once the log names the features that new contents need. */
  #marking: Promise<void> = Promise.resolve();

  constructor(parts: ObjectWriterParts) {
    this.#parts = parts;
  }

  async put(put: PutObject): Promise<StoredObject> {
    const { drives, committer, buckets, objects, inlineLimit } = this.#parts;
    const { bucket, key, attributes, condition, cause, replica } = put;
    checkKey(key);
    drives.needRoom();
    if (condition) {
      // Checked again at commit time; checking here avoids receiving a body that would be refused.
      checkCondition(condition, objects.find(buckets.need(bucket), key, '').current);
    }
    await this.#markForm(attributes);
    const label = this.#label({ bucket, key }, attributes);
    return receive(this.#parts, put.body, {
      label,
      inlineLimit,
      commit: ({ md5: etag, ...content }) => {
        const { bucketId } = label;
        const about = { bucket, bucketId, key, attributes, condition, cause, replica };
        return committer.submit(objects.put({ ...about, etag, ...content }));
      },
    });
  }

  async createUpload(upload: Omit<StoredUpload, 'uploadId' | 'startedAt'>): Promise<string> {
    const { drives, committer, uploads } = this.#parts;
    checkKey(upload.key);
    drives.needRoom();
    await this.#markForm(upload.attributes);
    return committer.submit(uploads.create(upload));
  }

  /** Records in the log, where needed, that earlier versions cannot read the following content. */
  async #markForm({ compression }: ObjectAttributes): Promise<void> {
    const { committer, writer } = this.#parts;
    if (compression === undefined) {
      return;
    }
    if (!writer.hasFeature(COMPRESSION_FEATURE)) {
      writer.addFeature(COMPRESSION_FEATURE);
      this.#marking = sealLog(committer, writer);
    }
    await this.#marking;
  }

  async putPart(upload: StoredUpload, number: number, body: IncomingBody): Promise<StoredPart> {
    const { drives, committer, uploads } = this.#parts;
    uploads.need(upload);
    drives.needRoom();
    const { bucket, key, uploadId } = upload;
    return receive(this.#parts, body, {
      label: this.#label({ bucket, key, upload: uploadId, part: number }),
      inlineLimit: -1,
      commit: ({ size, md5: etag, checksum, blob }) => {
        if (!blob) {
          throw new S3Error('InternalError');
        }
        const part = { number, size, etag, blob, ...(checksum ? { checksum } : undefined) };
        return committer.submit(uploads.putPart(upload, part));
      },
    });
  }

  #label(
    of: { bucket: string; key: string; upload?: string; part?: number },
    attributes?: ObjectAttributes,
  ): Omit<BlobLabel, 'id'> {
    const bucketId = this.#parts.buckets.need(of.bucket).id;
    return { ...of, bucketId, createdAt: Date.now(), ...(attributes ? { attributes } : undefined) };
  }

  /** Replaces attributes of one version. Inline content is rewritten along with them. */
  async update(
    target: UpdateTarget,
    change: (current: StoredObject) => AttributesChange,
  ): Promise<StoredObject> {
    const { objects, buckets, committer } = this.#parts;
    const changed = (row: VersionRow, isLatest: boolean): ObjectAttributes => {
      const from = { bucket: target.bucket, isLatest, withParts: true };
      const object = toStoredObject(row, from);
      const { retention = object.retention, ...rest } = change(object);
      const { retention: _, ...attributes } = { ...object, ...rest };
      return retention ? { ...attributes, retention } : attributes;
    };
    for (;;) {
      const bucket = buckets.need(target.bucket);
      const before = objects.needVersion(bucket, target.key, target.versionId);
      const readData = await this.#inlineOf(target, before);
      try {
        return await committer.submit(objects.update(target, changed, readData));
      } catch (error) {
        throwUnlessReplaced(error);
      }
    }
  }

  async annotate(
    target: { bucket: string; key: string; versionId: string },
    change: (current: StoredObject) => ObjectNotes | undefined,
  ): Promise<void> {
    const { objects, buckets, committer } = this.#parts;
    for (;;) {
      const bucket = buckets.find(target.bucket);
      const before = bucket && objects.row(bucket, target.key, target.versionId);
      if (!before) {
        return;
      }
      const readData = await this.#inlineOf(target, before);
      try {
        return await committer.submit(objects.annotate(target, change, readData));
      } catch (error) {
        throwUnlessReplaced(error);
      }
    }
  }

  /** Keeps a local copy of content that is in a tier; resolves to false if its version is gone. */
  async keepCopy(
    object: StoredObject,
    seen: SeenContent,
    copy: { readonly body: IncomingBody; readonly until: number },
  ): Promise<boolean> {
    const { drives, committer, tiers, inlineLimit } = this.#parts;
    drives.needRoom();
    const { bucket, key, parts } = object;
    try {
      return await receive(this.#parts, copy.body, {
        label: this.#label({ bucket, key }, pickAttributes(object)),
        inlineLimit: parts ? -1 : inlineLimit,
        commit: async ({ blob, data }) => {
          const content = { ...(blob ? { blob } : undefined), ...(data ? { data } : undefined) };
          if (!(await committer.submit(tiers.back(seen, content, copy.until)))) {
            throw new NotWanted();
          }
          return true;
        },
      });
    } catch (error) {
      if (error instanceof NotWanted) {
        return false;
      }
      throw error;
    }
  }

  /** Reads, for the plan, the content that has to be rewritten with the attributes. */
  async #inlineOf(
    target: { bucket: string; key: string; versionId?: string },
    before: VersionRow,
  ): Promise<(row: VersionRow) => Uint8Array | undefined> {
    const { objects, buckets, content } = this.#parts;
    const bucket = buckets.need(target.bucket);
    const again = () => objects.row(bucket, target.key, target.versionId);
    const data = isInline(before) ? await content.readInline(before, again) : undefined;
    return (row) => {
      if (row.ord !== before.ord || row.bucket !== before.bucket) {
        throw new ContentReplaced();
      }
      return data;
    };
  }
}

function throwUnlessReplaced(error: unknown): void {
  if (!(error instanceof ContentReplaced)) {
    throw error;
  }
}
