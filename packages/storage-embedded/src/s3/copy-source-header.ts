import { S3Error } from '@stowage/storage-wire/s3-error';
import { decodePath } from '@stowage/storage-wire/uri';

export interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string;
}

/**
 * Parses x-amz-copy-source: `[/]bucket/key[?versionId=…]`, percent-encoded.
 *
 * @throws S3Error InvalidArgument
 */
export function parseCopySource(header: string): CopySource {
  const mark = header.indexOf('?versionId=');
  const path = decodePath(mark < 0 ? header : header.slice(0, mark)).replace(/^\//, '');
  const versionId = mark < 0 ? '' : header.slice(mark + '?versionId='.length);
  const slash = path.indexOf('/');
  if (slash <= 0 || slash === path.length - 1) {
    throw new S3Error(
      'InvalidArgument',
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey.',
    );
  }
  const source = { bucket: path.slice(0, slash), key: path.slice(slash + 1) };
  return versionId === '' ? source : { ...source, versionId };
}
