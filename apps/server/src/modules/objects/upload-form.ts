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
  /**
   * Called before a file whose size the form does not state; returns a function that releases its
   * slot.
   */
  readonly enterUnsized: () => () => void;
}

/**
 * Stores the files of a form one after another as they arrive.
 * @throws ConsoleError that names the first file that was not stored; those before it are
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

/** Passes on the parser's output; a parse error means an incomplete form. */
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

/** Form limits have error codes of their own; any other error means that the form was cut off. */
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

/** Adds the name of the affected file to an error. */
function naming(file: string, error: unknown): unknown {
  const known = error instanceof ConsoleError ? error : storageError(error);
  if (!known) return error;
  return new ConsoleError(known.code, { detail: known.detail, field: file, cause: error });
}
