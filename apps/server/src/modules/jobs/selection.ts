import type { JobSelection } from '@stowage/contract/jobs';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import { searchMatcher } from '../../search-matcher.ts';
import { type ContentEntry, readContentPage, readObjects } from '../../upstream/content-page.ts';
import { plainMarker } from '../../upstream/minio-marker.ts';
import { readPageAt } from '../../upstream/versions-at.ts';
import type { Place, Step } from './job-progress.ts';

const HEADS_AT_ONCE = 8;
const PAGE = 1000;

/** The dependencies for reading a selection. */
export interface SelectionSource {
  readonly s3: Pick<S3Client, 'listObjects' | 'listObjectVersions' | 'headObject'>;
  readonly bucket: string;
  readonly selection: JobSelection;
  /** All versions and delete markers, not only current objects. */
  readonly versions: boolean;
  /** The versions that were the latest at this time, in milliseconds since 1970. */
  readonly at?: number | undefined;
  readonly signal: AbortSignal;
}

/** Part of a selection. */
export interface Batch {
  readonly steps: readonly Step[];
  /**
   * Named objects that do not exist, and versions that are already the latest and need no
   * restoring.
   */
  readonly skipped: number;
  /** Where the next batch starts; undefined after the last. */
  readonly next: Place | undefined;
}

/**
 * Reads a limited number of objects after a place, in a stable order: continuing from a place finds
 * what came after it, whatever has been deleted meanwhile.
 * @throws errors of the storage client
 */
export async function readBatch(
  source: SelectionSource,
  place: Place,
  size: number,
): Promise<Batch> {
  const items = itemsOf(source.selection);
  const item = items[place.item];
  if (item === undefined) return { steps: [], skipped: 0, next: undefined };
  const isNamed = 'items' in source.selection && !item.endsWith('/');
  const isNow = !source.versions && source.at === undefined;
  if (isNamed && isNow) return readNamed(source, items, place.item, size);
  const page = await readUnder(source, item, place, size);
  const following = place.item + 1 < items.length ? { item: place.item + 1 } : undefined;
  const { entries, next } = isNamed ? onlyOf(item, page) : page;
  const found = entries.filter(matcherOf(source.selection));
  const meant = source.at === undefined ? found : found.filter(({ isLatest }) => !isLatest);
  return {
    steps: meant.map(toStep),
    skipped: found.length - meant.length,
    next: next ? { item: place.item, ...next } : following,
  };
}

interface Page {
  readonly entries: readonly (ContentEntry & { readonly isLatest?: boolean })[];
  readonly next: Omit<Place, 'item'> | undefined;
}

function itemsOf(selection: JobSelection): readonly string[] {
  return 'items' in selection ? selection.items : [selection.prefix];
}

function matcherOf(selection: JobSelection) {
  return 'items' in selection ? () => true : searchMatcher(selection.prefix, selection);
}

function readUnder(
  { s3, bucket, versions, at, signal }: SelectionSource,
  prefix: string,
  { key, versionId, token, decided }: Place,
  size: number,
): Promise<Page> {
  const call = { bucket, prefix, maxKeys: Math.min(size, PAGE), signal };
  const after = key === undefined ? undefined : { key, versionId, token };
  if (at !== undefined) return readPageAt(s3, { ...call, at }, after && { ...after, decided });
  return versions ? readContentPage(s3, call, after) : readObjects(s3, call, after);
}

/** The versions of one key; keys that only start with it come later. */
function onlyOf(key: string, { entries, next }: Page): Page {
  const own = entries.filter((entry) => entry.key === key);
  const isInside = next?.key !== undefined && plainMarker(next.key) === key;
  return { entries: own, next: isInside ? next : undefined };
}

/** The individually named objects, starting at an item. */
async function readNamed(
  source: SelectionSource,
  items: readonly string[],
  first: number,
  size: number,
): Promise<Batch> {
  const rest = items.slice(first, first + size);
  const folder = rest.findIndex((item) => item.endsWith('/'));
  const keys = folder === -1 ? rest : rest.slice(0, folder);
  const found = await boundedParallel(keys, HEADS_AT_ONCE, (key) => currentStep(source, key));
  const steps = found.filter((step) => step !== undefined);
  const next = first + keys.length;
  return {
    steps,
    skipped: keys.length - steps.length,
    next: next < items.length ? { item: next } : undefined,
  };
}

/**
 * The current state of an object; undefined if it does not exist. A caller who may not read it may
 * still be allowed to delete it.
 */
export async function currentStep(
  { s3, bucket, signal }: Pick<SelectionSource, 's3' | 'bucket' | 'signal'>,
  key: string,
): Promise<Step | undefined> {
  try {
    const { contentLength: size, etag } = await s3.headObject({ bucket, key, signal });
    return { key, size, etag };
  } catch (error) {
    if (!(error instanceof StorageRequestError)) throw error;
    if (error.status === 403) return { key, size: 0 };
    if (error.status === 404 || error.code === 'MethodNotAllowed') return undefined;
    throw error;
  }
}

function toStep({ key, versionId, size, etag }: ContentEntry): Step {
  return { key, size, etag, ...(versionId !== undefined && { versionId }) };
}

/**
 * Determines the size of a selection as far as it can be counted until a deadline of the process's
 * clock.
 */
export async function countSelection(source: SelectionSource, until: number) {
  let place: Place | undefined = { item: 0 };
  let [objects, bytes] = [0, 0];
  while (place && performance.now() < until) {
    const batch: Batch = await readBatch(source, place, PAGE);
    objects += batch.steps.length;
    bytes += batch.steps.reduce((sum, { size }) => sum + size, 0);
    place = batch.next;
  }
  return { objects, bytes, complete: place === undefined };
}
