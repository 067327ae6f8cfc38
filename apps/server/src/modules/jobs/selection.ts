import type { JobSelection } from '@stowage/contract/jobs';
import { compileObjectFilter } from '@stowage/domain/object-filter';
import { StorageRequestError } from '@stowage/storage-client/errors';
import type { S3Client } from '@stowage/storage-client/s3';
import { boundedParallel } from '../../bounded-parallel.ts';
import { type ContentEntry, readContentPage, readObjects } from '../../upstream/content-page.ts';
import type { Place, Step } from './job-progress.ts';

const HEADS_AT_ONCE = 8;
const PAGE = 1000;

/** What reading a selection needs. */
export interface SelectionSource {
  readonly s3: Pick<S3Client, 'listObjects' | 'listObjectVersions' | 'headObject'>;
  readonly bucket: string;
  readonly selection: JobSelection;
  /** All versions and delete markers, not only the objects that are there now. */
  readonly versions: boolean;
  readonly signal: AbortSignal;
}

/** Some of what is selected. */
export interface Batch {
  readonly steps: readonly Step[];
  /** Named objects that are not there. */
  readonly missing: number;
  /** Where the next batch begins; undefined behind the last. */
  readonly next: Place | undefined;
}

/**
 * The objects behind a place, at most so many, in an order that stays the same: whoever goes on
 * from a place finds what was behind it then, whatever has been deleted meanwhile.
 * @throws errors of the storage client
 */
export async function readBatch(
  source: SelectionSource,
  place: Place,
  size: number,
): Promise<Batch> {
  const items = itemsOf(source.selection);
  const item = items[place.item];
  if (item === undefined) return { steps: [], missing: 0, next: undefined };
  const isNamed = 'items' in source.selection && !item.endsWith('/');
  if (isNamed && !source.versions) return readNamed(source, items, place.item, size);
  const page = await readUnder(source, item, place, size);
  const following = place.item + 1 < items.length ? { item: place.item + 1 } : undefined;
  const { entries, next } = isNamed ? onlyOf(item, page) : page;
  return {
    steps: entries.filter(matcher(source.selection)).map(toStep),
    missing: 0,
    next: next ? { item: place.item, ...next } : following,
  };
}

function itemsOf(selection: JobSelection): readonly string[] {
  return 'items' in selection ? selection.items : [selection.prefix];
}

async function readUnder(
  { s3, bucket, versions, signal }: SelectionSource,
  prefix: string,
  { key, versionId }: Place,
  size: number,
) {
  const call = { bucket, prefix, maxKeys: Math.min(size, PAGE), signal };
  const after = key === undefined ? undefined : { key, versionId };
  return versions ? readContentPage(s3, call, after) : readObjects(s3, call, after);
}

/** The versions of one key; the keys that only begin with it come behind. */
function onlyOf(
  key: string,
  { entries, next }: Awaited<ReturnType<typeof readContentPage>>,
): Awaited<ReturnType<typeof readContentPage>> {
  const own = entries.filter((entry) => entry.key === key);
  return { entries: own, next: own.length < entries.length ? undefined : next };
}

/** The objects that are named one after the other from an item on. */
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
    missing: keys.length - steps.length,
    next: next < items.length ? { item: next } : undefined,
  };
}

/** An object as it is now; undefined where it is not there. Who may not read it may delete it all the same. */
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

/** Finds what a search of the listing finds, and everything in the folders that it finds. */
function matcher(selection: JobSelection): (entry: ContentEntry) => boolean {
  if ('items' in selection || isWhole(selection)) return () => true;
  const { prefix, search, minSize, maxSize, modifiedAfter, modifiedBefore } = selection;
  const filter = {
    ...{ name: search, minSize, maxSize },
    modifiedAfter: modifiedAfter === undefined ? undefined : Date.parse(modifiedAfter),
    modifiedBefore: modifiedBefore === undefined ? undefined : Date.parse(modifiedBefore),
  };
  const matches = compileObjectFilter(filter, prefix);
  const isFound = ({ key, size, lastModified }: ContentEntry) =>
    !key.endsWith('/') && matches({ key, size, modified: Date.parse(lastModified) });
  return (entry) =>
    isFound(entry) || foldersBelow(prefix, entry.key).some((key) => matches({ key }));
}

/** Whether everything under the prefix is meant. */
function isWhole({
  prefix: _whole,
  search,
  ...bounds
}: Exclude<JobSelection, { items: string[] }>) {
  return !search && Object.values(bounds).every((bound) => bound === undefined);
}

function foldersBelow(prefix: string, key: string): readonly string[] {
  const folders: string[] = [];
  for (let at = key.indexOf('/', prefix.length); at !== -1; at = key.indexOf('/', at + 1)) {
    folders.push(key.slice(0, at + 1));
  }
  return folders;
}

/** How much a selection holds, as far as can be counted until a moment of the process's clock. */
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
