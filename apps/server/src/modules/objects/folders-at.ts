import { boundedParallel } from '../../bounded-parallel.ts';
import { presentFolder, presentVersion } from './mapper.ts';
import type { FolderQuery, ListEntry } from './page-source.ts';
import type { ObjectLister } from './ports.ts';

/** Folders queried at the same time. */
const AT_ONCE = 16;
/** A folder with more versions than this counts as non-empty at the time. */
const VERSIONS = 1000;

type Held = 'objects' | 'deleted' | 'nothing';
type Lister = Pick<ObjectLister, 'listObjects' | 'listObjectVersions'>;

/**
 * A listing of versions names every folder that ever contained anything. This omits those that
 * contained nothing at the time, and marks those whose content had all been deleted: one call for
 * each.
 *
 * @param at milliseconds since 1970; infinite for the current state
 */
export async function foldersAt(
  s3: Lister,
  query: FolderQuery,
  at: number,
  entries: readonly ListEntry[],
): Promise<ListEntry[]> {
  const settled = await boundedParallel(entries, AT_ONCE, async (entry) => {
    const { name } = entry.object;
    if (entry.version !== undefined || !name.endsWith('/')) return entry;
    const held =
      at === Infinity ? await heldNow(s3, query, name) : await heldAt(s3, query, name, at);
    if (held === 'nothing') return undefined;
    return { object: presentFolder(name, held === 'deleted') };
  });
  return settled.filter((entry) => entry !== undefined);
}

async function heldNow(s3: Lister, query: FolderQuery, prefix: string): Promise<Held> {
  const { bucket, signal } = query;
  const { objects } = await s3.listObjects({ bucket, prefix, maxKeys: 1, signal });
  return objects.length > 0 ? 'objects' : 'deleted';
}

async function heldAt(
  s3: Lister,
  { bucket, signal }: FolderQuery,
  prefix: string,
  at: number,
): Promise<Held> {
  const page = await s3.listObjectVersions({ bucket, prefix, maxKeys: VERSIONS, signal });
  let decided: string | undefined;
  for (const version of page.versions.map(presentVersion)) {
    if (version.name === decided || Date.parse(version.last_modified ?? '') > at) continue;
    if (!version.is_delete_marker) return 'objects';
    decided = version.name;
  }
  if (page.truncated) return 'objects';
  return decided === undefined ? 'nothing' : 'deleted';
}
