import { Readable } from 'node:stream';
import { parseXml, xmlDocument, xmlElement, xmlGroup, xmlText } from '@stowage/storage-wire/xml';
import type { ByteRange, Engine, StoredChecksum, StoredObject } from '../engine/types.ts';
import { keptEncryption, type ObjectKeys } from '../s3/encryption/object-keys.ts';
import { readContent } from '../s3/read-content.ts';
import { RemoteError } from './remote-connection.ts';
import type { RemoteServer } from './remote-server.ts';
import {
  checksumHeader,
  contentHeaders,
  digestHeaders,
  SOURCE,
  sourceHeaders,
} from './replica-headers.ts';

/** The parts of the store needed to read contents. */
export interface ContentStore {
  readonly engine: Engine;
  readonly objectKeys: Pick<ObjectKeys, 'open'>;
}

/** Limits the rate of outgoing data. */
export type Hold = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export interface Sending {
  readonly store: ContentStore;
  readonly server: RemoteServer;
  readonly hold: Hold;
  readonly storageClass: string | undefined;
}

/** S3's limit for an upload in one request. */
const MAX_AT_ONCE = 5 * 1024 ** 3;
/** Part size of larger objects that were uploaded here in one request. */
const PART_BYTES = 512 * 1024 ** 2;

type Part = Pick<NonNullable<StoredObject['parts']>[number], 'number' | 'size'> & {
  readonly checksum?: StoredChecksum;
};

/**
 * Sends a version with its content, in the same parts as here.
 *
 * @returns the id assigned by the target, if it assigns its own
 * @throws RemoteError, S3Error if the content cannot be read
 */
export async function sendContent(
  sending: Sending,
  object: StoredObject,
): Promise<string | undefined> {
  const parts = object.parts ?? cut(object.size);
  const answer =
    parts === undefined
      ? await sendWhole(sending, object)
      : await sendParts(sending, object, parts);
  const version = answer?.['x-amz-version-id'];
  return sending.server.target.plain && typeof version === 'string' ? version : undefined;
}

function cut(size: number): readonly Part[] | undefined {
  if (size <= MAX_AT_ONCE) {
    return undefined;
  }
  const count = Math.ceil(size / PART_BYTES);
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    size: Math.min(PART_BYTES, size - index * PART_BYTES),
  }));
}

async function sendWhole(
  sending: Sending,
  object: StoredObject,
): Promise<Answer['headers'] | undefined> {
  const { server, storageClass } = sending;
  const body = object.size === 0 ? new Uint8Array() : await open(sending, object, undefined);
  return unlessThere(async () => {
    const answer = await server.call({
      method: 'PUT',
      key: object.key,
      query: versionQuery(server, object),
      headers: {
        ...contentHeaders(object, storageClass),
        ...digestHeaders(object),
        ...extensions(server, object),
      },
      body,
    });
    return answer.headers;
  });
}

type Answer = Awaited<ReturnType<RemoteServer['call']>>;

/** Ignores that the version already exists, because a response was lost or two sends overlap. */
async function unlessThere<Result>(send: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof RemoteError && error.code === 'PreconditionFailed') {
      return undefined;
    }
    throw error;
  }
}

async function sendParts(
  sending: Sending,
  object: StoredObject,
  parts: readonly Part[],
): Promise<Answer['headers'] | undefined> {
  const { server } = sending;
  const { key } = object;
  const uploadId = await unlessThere(() => begin(sending, object));
  if (uploadId === undefined) {
    return undefined;
  }
  try {
    const elements: string[] = [];
    let start = 0;
    for (const part of parts) {
      elements.push(await sendPart(sending, { object, uploadId, part, start }));
      start += part.size;
    }
    return await unlessThere(() => complete(sending, { object, uploadId, elements }));
  } catch (error) {
    const abort = server.call({ method: 'DELETE', key, query: { uploadId } });
    // The original error is reported; the target's own rules remove the incomplete upload.
    await abort.catch(() => undefined);
    throw error;
  }
}

async function begin({ server, storageClass }: Sending, object: StoredObject): Promise<string> {
  const { checksum } = object;
  const { [SOURCE.mtime]: _, ...source } = extensions(server, object);
  const answer = await server.call({
    method: 'POST',
    key: object.key,
    query: { uploads: '', ...versionQuery(server, object) },
    headers: {
      ...contentHeaders(object, storageClass),
      ...source,
      ...(checksum === undefined || object.parts === undefined
        ? {}
        : {
            'x-amz-checksum-algorithm': checksum.algorithm,
            'x-amz-checksum-type': checksum.type,
          }),
    },
  });
  const uploadId = xmlText(parseXml(answer.text), 'UploadId');
  if (uploadId === undefined) {
    throw new RemoteError('InvalidResponse', 500, 'The remote server began no upload.');
  }
  return uploadId;
}

async function sendPart(
  sending: Sending,
  of: { object: StoredObject; uploadId: string; part: Part; start: number },
): Promise<string> {
  const { object, uploadId, part, start } = of;
  const { server } = sending;
  const end = start + part.size - 1;
  const body = part.size === 0 ? new Uint8Array() : await open(sending, object, { start, end });
  const { headers } = await server.call({
    method: 'PUT',
    key: object.key,
    query: { partNumber: String(part.number), uploadId },
    headers: {
      ...(server.target.plain ? {} : { [SOURCE.request]: 'true' }),
      ...(part.checksum === undefined ? {} : checksumHeader(part.checksum)),
    },
    body,
  });
  const { checksum } = part;
  return xmlGroup('Part', [
    xmlElement('PartNumber', part.number),
    xmlElement('ETag', String(headers.etag)),
    checksum && xmlElement(`Checksum${checksum.algorithm}`, checksum.value),
  ]);
}

async function complete(
  { server }: Sending,
  of: { object: StoredObject; uploadId: string; elements: readonly string[] },
): Promise<Answer['headers']> {
  const { object, uploadId, elements } = of;
  const { checksum } = object;
  const source = extensions(server, object);
  const body = Buffer.from(xmlDocument('CompleteMultipartUpload', elements));
  const answer = await server.call({
    method: 'POST',
    key: object.key,
    query: { uploadId },
    headers: {
      'content-type': 'application/xml',
      ...(server.target.plain ? {} : { ...source, [SOURCE.size]: String(object.size) }),
      ...(checksum === undefined || object.parts === undefined
        ? {}
        : {
            ...checksumHeader({ ...checksum, value: checksum.value.replace(/-\d+$/, '') }),
            'x-amz-checksum-type': checksum.type,
          }),
    },
    body,
  });
  return answer.headers;
}

/** On servers with MinIO's extensions, version ids are the same as here. */
export function versionQuery(
  { target }: RemoteServer,
  { versionId }: StoredObject,
): { versionId?: string } {
  return target.plain ? {} : { versionId };
}

function extensions({ target }: RemoteServer, object: StoredObject): Record<string, string> {
  return target.plain ? {} : sourceHeaders(object);
}

async function open(
  { store, hold }: Sending,
  object: StoredObject,
  range: ByteRange | undefined,
): Promise<{ stream: Readable; size: number }> {
  const kept = keptEncryption(object);
  const dataKey = kept && store.objectKeys.open(kept, object, undefined);
  const content = readContent(store, object, { range, dataKey });
  const source = content instanceof Promise ? [await content] : content;
  const size = range === undefined ? object.size : range.end - range.start + 1;
  const stream = Readable.from(hold(Readable.from(source, { objectMode: false })), {
    objectMode: false,
  });
  if (source instanceof Readable) {
    // Applies even if reading never started.
    stream.once('close', () => source.destroy());
  }
  return { stream, size };
}
