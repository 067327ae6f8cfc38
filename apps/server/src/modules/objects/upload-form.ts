import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ConsoleError } from '../../console-error.ts';
import { checkKey } from '../../storage-names.ts';
import { storageError } from '../../upstream/storage-errors.ts';
import type { ObjectWriter } from './ports.ts';
import { storeObject } from './store-object.ts';

const OCTETS = 'application/octet-stream';

export interface UploadTarget {
  readonly bucket: string;
  readonly prefix: string;
  readonly signal: AbortSignal;
  /** Asked before a file whose size the form does not say; gives what ends its turn. */
  readonly enterUnsized: () => () => void;
}

/**
 * Stores the files of a form one after the other, each while it arrives.
 * @throws ConsoleError that names the first file which was not stored; those
 * before it are
 */
export async function uploadForm(
  s3: ObjectWriter,
  request: FastifyRequest,
  target: UploadTarget,
): Promise<void> {
  let files = 0;
  for await (const file of filesOf(request)) {
    await storeFile(s3, request, file, target);
    files += 1;
  }
  if (files === 0) throw new ConsoleError('UploadEmpty');
}

async function* filesOf(request: FastifyRequest): AsyncGenerator<MultipartFile, void> {
  if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? '')) {
    throw new ConsoleError('UnsupportedMediaType', { detail: 'The form names no boundary.' });
  }
  for await (const part of wholeForm(request.parts())) {
    if (part.type === 'file') yield part;
  }
}

/** Passes on what the form's parser gives; what it stumbles over is a form that is not whole. */
async function* wholeForm<T>(source: AsyncIterable<T>): AsyncGenerator<T, void> {
  const items = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await items.next().catch(formError);
      if (done) return;
      yield value;
    }
  } finally {
    await items.return?.();
  }
}

/** Limits of the form have codes of their own; everything else is a form that broke off. */
function formError(cause: unknown): never {
  const isLimit = cause instanceof Error && 'statusCode' in cause && cause.statusCode === 413;
  throw isLimit ? cause : new ConsoleError('UploadIncomplete', { cause });
}

async function storeFile(
  s3: ObjectWriter,
  request: FastifyRequest,
  { filename, fieldname, mimetype, file }: MultipartFile,
  { bucket, prefix, signal, enterUnsized }: UploadTarget,
): Promise<void> {
  const size = /^\d{1,15}$/.test(fieldname) ? Number(fieldname) : undefined;
  let leave: (() => void) | undefined;
  try {
    if (size === undefined) leave = enterUnsized();
    await storeObject(s3, {
      bucket,
      key: checkKey(`${prefix}${filename ?? ''}`, 'prefix'),
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? mimetype : OCTETS,
      size,
      content: wholeForm(file),
      signal,
      onLeftover: (err) => request.log.warn({ err }, 'parts of a failed upload were left behind'),
    });
  } catch (error) {
    throw naming(filename, error);
  } finally {
    leave?.();
  }
}

/** The error with the name of the file that it hit. */
function naming(file: string, error: unknown): unknown {
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (!known) return error;
  return new ConsoleError(known.code, { detail: known.detail, field: file, cause: error });
}
