import { searchMatcher, type WantedObjects } from '../../../search-matcher.ts';
import { plainMarker } from '../../../upstream/minio-marker.ts';
import { readPageAt } from '../../../upstream/versions-at.ts';
import type { FolderReader } from '../ports.ts';

/** Objects, versions and prefixes: '', or ending in a slash. */
export interface ContentsSource {
  readonly bucket: string;
  readonly paths: readonly { readonly path: string; readonly versionId?: string | undefined }[];
  /** Selects the state at this time, in milliseconds since 1970. */
  readonly at?: number | undefined;
  /** Restricts prefixes to the results of a search. */
  readonly matching?: WantedObjects | undefined;
  readonly signal: AbortSignal;
}

/** An object or version; for individually named objects nothing else is known. */
export interface Content {
  readonly key: string;
  readonly versionId?: string | undefined;
  readonly size?: number;
  /** ISO 8601. */
  readonly modified?: string;
}

type Lister = Pick<FolderReader, 'listObjects' | 'listObjectVersions'>;

/** The results from one page of the storage, possibly empty. */
interface Page {
  readonly contents: readonly Content[];
}

/** Whether a path means everything below it. */
function isPrefix(path: string): boolean {
  return path === '' || path.endsWith('/');
}

/**
 * Yields the objects of a selection page by page, in the order of its paths and their listings.
 * @param most the largest number of objects per page, for callers that need only the first
 */
export async function* findContents(
  s3: Lister,
  source: ContentsSource,
  most?: number,
): AsyncGenerator<Page, void> {
  const { bucket, at, matching, signal } = source;
  for (const { path, versionId } of source.paths) {
    const isNamed = !isPrefix(path);
    if (isNamed && (at === undefined || versionId !== undefined)) {
      yield { contents: [{ key: path, versionId }] };
      continue;
    }
    const call = { bucket, prefix: path, ...(most !== undefined && { maxKeys: most }), signal };
    if (isNamed) {
      yield* versionOf(s3, { ...call, maxKeys: undefined, at: at ?? 0 });
      continue;
    }
    const isMeant = matching ? searchMatcher(path, matching) : () => true;
    const pages = at === undefined ? pagesNow(s3, call) : pagesAt(s3, { ...call, at });
    for await (const entries of pages) {
      yield { contents: entries.filter(isMeant).map(contentOf) };
    }
  }
}

type Entry = Omit<Content, 'modified'> & { readonly size: number; readonly lastModified: string };

function contentOf({ key, versionId, size, lastModified }: Entry): Content {
  return { key, versionId, size, modified: lastModified };
}

interface PagesCall {
  readonly bucket: string;
  readonly prefix: string;
  readonly maxKeys?: number | undefined;
  readonly signal: AbortSignal;
}

async function* pagesNow(s3: Lister, call: PagesCall): AsyncGenerator<readonly Entry[], void> {
  let continuationToken: string | undefined;
  do {
    const page = await s3.listObjects({ ...call, continuationToken });
    yield page.objects;
    continuationToken = page.nextToken;
  } while (continuationToken !== undefined);
}

type PagesAtCall = PagesCall & { readonly at: number };

async function* pagesAt(s3: Lister, call: PagesAtCall): AsyncGenerator<readonly Entry[], void> {
  let after: Awaited<ReturnType<typeof readPageAt>>['next'];
  do {
    const page = await readPageAt(s3, call, after);
    yield page.entries;
    after = page.next;
  } while (after !== undefined);
}

/** The version of one object; keys that only start with its key come later. */
async function* versionOf(s3: Lister, call: PagesAtCall): AsyncGenerator<Page, void> {
  let after: Awaited<ReturnType<typeof readPageAt>>['next'];
  do {
    const page = await readPageAt(s3, call, after);
    const own = page.entries.filter(({ key }) => key === call.prefix);
    yield { contents: own.map(contentOf) };
    const isInside = page.next !== undefined && plainMarker(page.next.key) === call.prefix;
    after = own.length === 0 && isInside ? page.next : undefined;
  } while (after !== undefined);
}
