import type { GetObjectAnswer } from '@stowage/storage-client/s3';
import type { FolderReader } from '../ports.ts';
import { type Content, type ContentsSource, findContents } from './find-contents.ts';
import { inTurn } from './in-turn.ts';
import { type ReadVersion, readContent, reasonOf } from './read-content.ts';
import { ReadReport } from './read-report.ts';
import type { ZipEntry } from './write-zip.ts';
import { zipName } from './zip-name.ts';
import { ZipNames } from './zip-names.ts';

interface ArchiveSource extends ContentsSource {
  readonly base: string;
}

/** An object's data from the listing; for individually named objects only the key. */
type Found = Content & ReadVersion;

/** An opened object; small ones are read completely. Without content if it cannot be read. */
interface Opened {
  readonly found: Found;
  readonly modified: Date;
  readonly content?: Buffer | GetObjectAnswer | undefined;
}

/**
 * The maximum number of entries in an archive. For this many, the directory takes about 60 MiB of
 * memory, their names 20.
 */
const MAX_ENTRIES = 500_000;
/** Objects up to this size in bytes are read ahead, up to `AHEAD` of them at the same time. */
const SMALL = 128 * 1024;
const AHEAD = 8;
const REPORT = '_could-not-read.txt';

/**
 * Yields the entries of an archive in the order of the paths and their listings. The last entry
 * reports objects that could not be read, with the reasons.
 * @throws errors that affect the whole storage
 */
export async function* archiveEntries(
  s3: FolderReader,
  source: ArchiveSource,
): AsyncGenerator<ZipEntry, void> {
  const report = new ReadReport();
  const names = new ZipNames();
  const { base, signal } = source;
  const begin = (found: Found) => openObject(s3, found, { report, signal });
  const isSmall = ({ size = Number.POSITIVE_INFINITY }: Found) => size <= SMALL;
  for await (const opened of inTurn(findObjects(s3, source, report), {
    begin,
    isSmall,
    ahead: AHEAD,
  })) {
    const { found, modified, content } = opened;
    const isFolder = found.key.endsWith('/');
    if (content === undefined && !isFolder) continue;
    // For the base folder itself nothing is left.
    if (found.key === base) continue;
    const name = names.take(zipName(found.key.slice(base.length)));
    if (content === undefined || Buffer.isBuffer(content)) {
      yield { name, modified, ...(content && { content }) };
      continue;
    }
    const onCut = (reason: string) => report.add(found.key, reason);
    const chunks = readContent(s3, versionOf(found), content, { signal, onCut });
    yield { name, modified, content: { size: content.headers.contentLength, chunks } };
  }
  const text = report.text();
  if (text === undefined) return;
  yield { name: names.take(REPORT), modified: new Date(), content: Buffer.from(text) };
}

async function* findObjects(
  s3: FolderReader,
  source: ArchiveSource,
  report: ReadReport,
): AsyncGenerator<Found, void> {
  const { bucket } = source;
  let left = MAX_ENTRIES;
  for await (const { contents } of findContents(s3, source)) {
    for (const content of contents) {
      left -= 1;
      if (left < 0) {
        return report.add(content.key, `The archive ends here: it has ${MAX_ENTRIES} objects.`);
      }
      yield { bucket, ...content };
    }
  }
}

interface Opening {
  readonly report: ReadReport;
  readonly signal: AbortSignal;
}

async function openObject(
  s3: FolderReader,
  found: Found,
  { report, signal }: Opening,
): Promise<Opened> {
  const version = versionOf(found);
  if (found.key.endsWith('/')) return { found, modified: timeOf(found.modified) };
  try {
    const answer = await s3.getObject({ ...version, signal });
    const modified = timeOf(found.modified ?? answer.headers.lastModified);
    if (answer.headers.contentLength > SMALL) return { found, modified, content: answer };
    let cut: string | undefined;
    const onCut = (reason: string) => {
      cut = reason;
    };
    const chunks: Buffer[] = [];
    for await (const chunk of readContent(s3, version, answer, { signal, onCut }))
      chunks.push(chunk);
    if (cut !== undefined) report.add(found.key, cut);
    return { found, modified, content: Buffer.concat(chunks) };
  } catch (error) {
    report.add(found.key, reasonOf(error));
    return { found, modified: timeOf(found.modified) };
  }
}

function versionOf({ bucket, key, versionId }: Found): ReadVersion {
  return { bucket, key, versionId };
}

function timeOf(text: string | undefined): Date {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? new Date() : time;
}
