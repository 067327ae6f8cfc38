import type { StoredObject } from '@stowage/contract/objects';
import { readMarkers } from './cursor.ts';
import { justBefore } from './just-before.ts';
import { presentFolder, presentObject, presentVersion } from './mapper.ts';
import type { ObjectLister } from './ports.ts';

/** One entry of a listing, with its version if versions are listed. */
export interface ListEntry {
  readonly object: StoredObject;
  readonly version?: string;
}

/** A page of the storage's listing, with folders and objects in a single order. */
export interface StoragePage {
  readonly entries: readonly ListEntry[];
  /** The token of the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Reads the storage's pages one after another: the first without a token. */
export type PageSource = (token: string | undefined, size: number) => Promise<StoragePage>;

export interface FolderQuery {
  readonly bucket: string;
  readonly prefix: string;
  readonly recursive: boolean;
  readonly withMetadata: boolean;
  /** The key or prefix to start with; without it, the first one. */
  readonly start?: string | undefined;
  readonly signal: AbortSignal;
}

/** The objects of a folder. */
export function objectPages(
  s3: Pick<ObjectLister, 'listObjects'>,
  { recursive, start, ...query }: FolderQuery,
): PageSource {
  const delimiter = recursive ? undefined : '/';
  return async (continuationToken, maxKeys) => {
    const startAfter = continuationToken === undefined && start ? justBefore(start) : undefined;
    const page = await s3.listObjects({
      ...query,
      delimiter,
      startAfter,
      continuationToken,
      maxKeys,
    });
    const objects = page.objects.map((object) => ({ object: presentObject(object) }));
    return { entries: inOrder(objects, page.prefixes), next: page.nextToken };
  };
}

/** The versions of a folder's objects, newest first, including delete markers. */
export function versionPages(
  s3: Pick<ObjectLister, 'listObjectVersions'>,
  { recursive, start, ...query }: FolderQuery,
): PageSource {
  const delimiter = recursive ? undefined : '/';
  const beginning = start ? ([justBefore(start)] as const) : [];
  return async (token, maxKeys) => {
    const [keyMarker, versionIdMarker] = token === undefined ? beginning : readMarkers(token);
    const page = await s3.listObjectVersions({
      ...query,
      delimiter,
      keyMarker,
      versionIdMarker: versionIdMarker || undefined,
      maxKeys,
    });
    const versions = page.versions.map((version) => ({
      object: presentVersion(version),
      version: version.versionId,
    }));
    const next =
      page.nextKeyMarker === undefined
        ? undefined
        : JSON.stringify([page.nextKeyMarker, page.nextVersionIdMarker ?? '']);
    return { entries: inOrder(versions, page.prefixes), next: page.truncated ? next : undefined };
  };
}

/** Merges objects and folders, each in the storage's order: by UTF-8 bytes. */
function inOrder(objects: readonly ListEntry[], prefixes: readonly string[]): ListEntry[] {
  const joined: ListEntry[] = [];
  let next = 0;
  for (const prefix of prefixes) {
    const folder = Buffer.from(prefix);
    for (let object = objects[next]; object && isBefore(object, folder); object = objects[next]) {
      joined.push(object);
      next += 1;
    }
    joined.push({ object: presentFolder(prefix) });
  }
  return [...joined, ...objects.slice(next)];
}

function isBefore({ object }: ListEntry, folder: Buffer): boolean {
  return Buffer.compare(Buffer.from(object.name), folder) < 0;
}
