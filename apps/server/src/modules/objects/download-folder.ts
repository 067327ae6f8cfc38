import { Readable } from 'node:stream';
import { baseName } from '@stowage/domain/object-key';
import type { ListedObject } from '@stowage/storage-client/s3';
import { makeZip } from 'client-zip';
import { checkObject } from '../../check-object.ts';
import { ConsoleError } from '../../console-error.ts';
import type { BytesAnswer } from '../../plugins/contract-routes.ts';
import { objectPolicy } from '../../plugins/security-headers.ts';
import { contentDisposition } from './content-disposition.ts';
import type { FolderReader } from './ports.ts';
import { zipName } from './zip-name.ts';

export interface FolderDownload {
  readonly bucket: string;
  /** Ends in a slash. */
  readonly prefix: string;
  readonly signal: AbortSignal;
}

interface ZipEntry {
  readonly name: string;
  readonly lastModified: Date;
  readonly size?: number;
  readonly input?: AsyncIterable<Uint8Array>;
}

/**
 * Everything under a prefix as a zip that is written while it is sent, object
 * after object, without compression. The first object is opened before the
 * answer begins, so that a refusal can still be told; a later failure breaks the
 * transfer off.
 */
export async function downloadFolder(
  s3: FolderReader,
  folder: FolderDownload,
): Promise<BytesAnswer> {
  const entries = zipEntries(s3, folder);
  const first = await entries.next();
  if (first.done) throw new ConsoleError('ObjectNotFound');
  const zip = makeZip(resume(first.value, entries));
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(
        'attachment',
        `${baseName(folder.prefix) || folder.bucket}.zip`,
      ),
      'content-security-policy': objectPolicy(),
      'cache-control': 'no-store',
    },
    body: Readable.fromWeb(zip as Parameters<typeof Readable.fromWeb>[0]),
  };
}

/** Makes sure that a folder holds something that can be had. @throws what `downloadFolder` throws first */
export async function checkFolder(s3: FolderReader, folder: FolderDownload): Promise<void> {
  const { bucket, prefix, signal } = folder;
  const [first] = (await s3.listObjects({ bucket, prefix, maxKeys: 1, signal })).objects;
  if (!first) throw new ConsoleError('ObjectNotFound');
  if (!first.key.endsWith('/')) await checkObject(s3, { bucket, key: first.key, signal });
}

async function* resume(
  first: ZipEntry,
  others: AsyncGenerator<ZipEntry, void>,
): AsyncGenerator<ZipEntry, void> {
  yield first;
  yield* others;
}

async function* zipEntries(
  s3: FolderReader,
  folder: FolderDownload,
): AsyncGenerator<ZipEntry, void> {
  const { bucket, prefix, signal } = folder;
  let continuationToken: string | undefined;
  do {
    const page = await s3.listObjects({ bucket, prefix, continuationToken, signal });
    for (const object of page.objects) yield await openEntry(s3, folder, object);
    continuationToken = page.nextToken;
  } while (continuationToken !== undefined);
}

async function openEntry(
  s3: FolderReader,
  { bucket, prefix, signal }: FolderDownload,
  { key, lastModified }: ListedObject,
): Promise<ZipEntry> {
  const entry = { name: zipName(key, prefix), lastModified: new Date(lastModified) };
  if (key.endsWith('/')) return entry;
  const { headers, body } = await s3.getObject({ bucket, key, signal });
  return { ...entry, size: headers.contentLength, input: body };
}
