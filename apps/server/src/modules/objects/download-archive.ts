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

/** What is downloaded as one file. */
export interface Archive extends ContentsSource {
  /** What the names in the archive leave out of the keys. */
  readonly base: string;
  /** Of the file, without its ending. */
  readonly name: string;
}

/** Objects that are tried before an archive counts as one that cannot be read. */
const TRIED = 10;
/** Pages without any object after which an archive counts as one that may be empty. */
const PAGES = 20;
/** Bytes that wait to be sent. */
const WAITING = 256 * 1024;

/** The archive of a folder: unpacking it makes one folder. */
export function folderArchive(bucket: string, prefix: string, signal: AbortSignal): Archive {
  const name = baseName(prefix) || bucket;
  return { bucket, paths: [{ path: prefix }], base: parentPrefix(prefix), name, signal };
}

/**
 * The archive of what was selected in a folder, or under a prefix.
 * @throws ConsoleError InvalidInput for a path that does not lie there
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
 * Objects and folders as a zip that is written while it is sent. It is made sure first that
 * something can be read, so that a refusal can still be told; what cannot be read later is listed in
 * a file of the zip. Where nothing can be read any more, the transfer breaks off.
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
 * Makes sure that something of an archive can be had.
 * @throws ConsoleError ObjectNotFound where there is nothing; why the first object cannot be read,
 *   where none of the first can
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

/** Of the past, and of what a search finds, many pages may hold nothing. */
function isSparse({ at, matching }: Archive): boolean {
  return at !== undefined || matching !== undefined;
}
