/**
 * 3 to 63 lower-case letters, digits, dots and hyphens, starting and ending with a letter or digit.
 */
const SHAPE = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const IP_ADDRESS = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;
/** Matches names in which a label starts or ends with a hyphen, or is empty. */
const BAD_LABEL = /\.\.|\.-|-\./;
/** Reserved by MinIO for its own API. */
export const RESERVED_BUCKET = 'minio';

/** Whether a bucket can be created with this name (S3's rules for general purpose buckets). */
export function isBucketName(name: string): boolean {
  return (
    SHAPE.test(name) &&
    !BAD_LABEL.test(name) &&
    !IP_ADDRESS.test(name) &&
    !name.startsWith('xn--') &&
    !name.endsWith('-s3alias')
  );
}
