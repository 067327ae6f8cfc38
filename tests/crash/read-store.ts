import type { Store } from '../../packages/storage-embedded/src/engine/store.ts';
import type { StoredObject } from '../../packages/storage-embedded/src/engine/types.ts';
import { contentOf } from './content.ts';
import { isRefusal } from './refusal.ts';

/** A version of an object, as the numbers of its content and its tag. */
export interface Known {
  readonly versionId: string;
  readonly number: number;
  readonly size: number;
  readonly marker: boolean;
  readonly tag: number;
}

/** Everything that a store's clients can see. */
export interface StoreContents {
  /** Versions by bucket and key, newest first. */
  readonly objects: ReadonlyMap<string, readonly Known[]>;
  /** Bucket settings and documents, as numbers. */
  readonly values: ReadonlyMap<string, number>;
  /** Part sizes of open uploads by upload ID. */
  readonly uploads: ReadonlyMap<string, readonly number[]>;
}

/**
 * Receives the names of versions whose content the store refuses to read; if absent, reading
 * throws.
 */
type OnUnreadable = (name: string) => void;

/**
 * Reads everything in a store, with every version of every object in full. Throws on wrong content,
 * and whenever the store does.
 */
export async function readStore(store: Store, onUnreadable?: OnUnreadable): Promise<StoreContents> {
  const objects = new Map<string, Known[]>();
  const values = new Map<string, number>();
  const uploads = new Map<string, readonly number[]>();
  for (const { name, value } of store.listDocuments('crash')) {
    values.set(`document/${name}`, Number(value));
  }
  for (const { name: bucket, settings } of store.listBuckets()) {
    for (const [name, value] of Object.entries(settings)) {
      values.set(`setting/${bucket}/${name}`, Number(value));
    }
    const all = { prefix: '', afterKey: '', afterUpload: '', limit: 100_000 };
    for (const upload of store.listUploads(bucket, all)) {
      const parts = store.listParts(upload, { after: 0, limit: 10 });
      uploads.set(
        upload.uploadId,
        parts.map(({ size }) => size),
      );
    }
    const query = { bucket, prefix: '', delimiter: '', after: '', limit: 100_000, versions: true };
    for (const { key, versionId } of store.list(query).objects) {
      const name = `${bucket}/${key}`;
      const object = store.getObject(bucket, key, versionId);
      if (!object) {
        throw new Error(`${name} is listed but not there`);
      }
      objects.set(name, [
        ...(objects.get(name) ?? []),
        await readVersion(store, object, onUnreadable),
      ]);
    }
  }
  return { objects, values, uploads };
}

async function readVersion(
  store: Store,
  object: StoredObject,
  onUnreadable: OnUnreadable | undefined,
): Promise<Known> {
  const { versionId, size } = object;
  if (object.isDeleteMarker) {
    return { versionId, number: 0, size: 0, marker: true, tag: 0 };
  }
  const number = Number(object.metadata.number);
  try {
    await expectContent(store, object, number);
  } catch (error) {
    if (!onUnreadable || !isRefusal(error)) {
      throw error;
    }
    onUnreadable(`${object.bucket}/${object.key} ${versionId}`);
  }
  return { versionId, number, size, marker: false, tag: Number(object.tags.tag ?? 0) };
}

/** Reads an object in full; throws if it does not match the numbered content. */
export async function expectContent(
  store: Store,
  object: StoredObject,
  number: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.readObject(object)) {
    chunks.push(chunk);
  }
  if (!Buffer.concat(chunks).equals(contentOf(number, object.size))) {
    throw new Error(`${object.bucket}/${object.key} ${object.versionId} is torn`);
  }
}
