import { Readable } from 'node:stream';
import { baseName, parentPrefix } from '@stowage/domain/object-key';
import { checkObject } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';
import type { BytesAnswer } from '../../plugins/contract-routes.ts';
import { objectPolicy } from '../../plugins/security-headers.ts';
import { contentDisposition } from './content-disposition.ts';
import type { FolderReader } from './ports.ts';
import { archiveEntries } from './zip/archive-entries.ts';
import { type ContentsSource, findContents } from './zip/find-contents.ts';
import { reasonOf } from './zip/read-content.ts';
import { writeZip } from './zip/write-zip.ts';

/** The objects to download as one file. */
export interface Archive extends ContentsSource {
  /** The part of the keys that is left out of the archive's names. */
  readonly base: string;
  /** The file name without its extension. */
  readonly name: string;
}

/** Objects tried before an archive counts as unreadable. */
const TRIED = 10;
/** Pages without objects after which an archive counts as possibly empty. */
const PAGES = 20;
/** Size of the send buffer in bytes. */
const WAITING = 256 * 1024;

/** The archive of a folder, which unpacks to a single folder. */
export function folderArchive(bucket: string, prefix: string, signal: AbortSignal): Archive {
  const name = baseName(prefix) || bucket;
  return { bucket, paths: [{ path: prefix }], base: parentPrefix(prefix), name, signal };
}

/**
 * The archive of a selection in a folder or under a prefix.
 * @throws ConsoleError InvalidInput for a path outside it
 */
export function selectionArchive(selection: Omit<Archive, 'name'>): Archive {
  const { bucket, paths, base } = selection;
  const outside = paths.findIndex(({ path }) => !path.startsWith(base));
  if (outside !== -1) {
    throw new ConsoleError('InvalidInput', {
      field: `paths.${outside}.path`,
      detail: 'A selected path does not lie under the prefix.',
    });
  }
  return { ...selection, name: baseName(base) || bucket };
}

/**
 * Streams objects and folders as a zip. First checks that something can be read, so that an error
 * can still be reported; objects that cannot be read later are listed in a file of the zip. If
 * nothing can be read any more, the transfer is aborted.
 */
export async function downloadArchive(s3: FolderReader, archive: Archive): Promise<BytesAnswer> {
  await checkArchive(s3, archive);
  const zip = writeZip(archiveEntries(s3, archive));
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', `${archive.name}.zip`),
      'content-security-policy': objectPolicy(),
      'cache-control': 'no-store',
    },
    body: Readable.from(zip, { objectMode: false, highWaterMark: WAITING }),
  };
}

/**
 * Checks that something of an archive can be read.
 * @throws ConsoleError ObjectNotFound if it is empty; the error of the first object if none of the
 *    first objects can be read
 */
export async function checkArchive(s3: FolderReader, archive: Archive): Promise<void> {
  const { bucket, signal } = archive;
  let [tried, pages] = [0, 0];
  let failure: unknown;
  for await (const { contents } of findContents(
    s3,
    archive,
    isSparse(archive) ? undefined : TRIED,
  )) {
    for (const { key, versionId } of contents) {
      try {
        if (!key.endsWith('/')) await checkObject(s3, { bucket, key, versionId, signal });
        return;
      } catch (error) {
        reasonOf(error);
        failure ??= error;
      }
      tried += 1;
      if (tried >= TRIED) throw failure;
    }
    pages += 1;
    if (pages >= PAGES && failure === undefined) return;
  }
  throw failure ?? new ConsoleError('ObjectNotFound');
}

/** With past versions or a search, many pages may be empty. */
function isSparse({ at, matching }: Archive): boolean {
  return at !== undefined || matching !== undefined;
}
