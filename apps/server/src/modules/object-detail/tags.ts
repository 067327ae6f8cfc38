import type { VersionCall } from '@stowage/storage-client/s3';
import { refusedField } from '../../changes/refused-field.ts';
import type { TagWriter } from './ports.ts';

/** The servers' error codes for tags that they reject. */
const REFUSED = ['InvalidTag', 'BadRequest', 'MalformedXML', 'InvalidRequest', 'InvalidArgument'];

/**
 * Gives a version exactly these tags.
 * @throws ConsoleError InvalidInput with the field 'tags'
 */
export function writeTags(
  s3: Pick<TagWriter, 'putObjectTagging' | 'deleteObjectTagging'>,
  version: VersionCall,
  tags: Readonly<Record<string, string>>,
): Promise<void> {
  if (Object.keys(tags).length === 0) return s3.deleteObjectTagging(version);
  return refusedField('tags', REFUSED, s3.putObjectTagging({ ...version, tags }));
}
