import { S3Error } from '@stowage/storage-wire/s3-error';
import type { FormParts } from './form-parts.ts';

/** The fields of a form, by lower-case name. */
export type FormFields = ReadonlyMap<string, string>;

/**
 * Limit for all fields before the file, including names. S3 allows 20 KB, but session tokens are
 * long.
 */
const MAX_FIELDS_BYTES = 64 * 1024;
const MAX_FIELDS = 200;

/**
 * Reads the fields up to the file, whose content follows.
 *
 * @throws S3Error MalformedPOSTRequest, MaxPostPreDataLengthExceededError, InvalidArgument for a
 *    repeated field
 */
export async function readFields(
  parts: FormParts,
): Promise<{ readonly fields: FormFields; readonly filename: string }> {
  const fields = new Map<string, string>();
  let room = MAX_FIELDS_BYTES;
  for (;;) {
    const part = await parts.next();
    if (part === undefined) {
      throw new S3Error('MalformedPOSTRequest', 'The form has no file.');
    }
    const name = part.name.toLowerCase();
    if (name === 'file') {
      return { fields, filename: lastName(part.filename ?? '') };
    }
    if (fields.has(name)) {
      throw new S3Error('InvalidArgument', `The form has the field '${name}' twice.`);
    }
    const value = await parts.text(Math.max(room, 0));
    room -= Buffer.byteLength(value) + name.length;
    fields.set(name, value);
    if (room < 0 || fields.size > MAX_FIELDS) {
      throw new S3Error('MaxPostPreDataLengthExceededError');
    }
  }
}

/** Some browsers send the full path of the file. */
function lastName(filename: string): string {
  return filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
}
