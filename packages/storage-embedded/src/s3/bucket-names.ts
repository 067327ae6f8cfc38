/** Three to 63 of lower-case letters, digits, dots and hyphens, beginning and ending with a letter or digit. */
const SHAPE = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const IP_ADDRESS = /^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$/;
/** A label of the name would begin or end with a hyphen, or be empty. */
const BAD_LABEL = /\.\.|\.-|-\./;
/** MinIO keeps it for its own API. */
export const RESERVED_BUCKET = 'minio';

/** Whether a bucket may be made with this name (S3's rules for general purpose buckets). */
export function isBucketName(name: string): boolean {
  return (
    SHAPE.test(name) &&
    !BAD_LABEL.test(name) &&
    !IP_ADDRESS.test(name) &&
    !name.startsWith('xn--') &&
    !name.endsWith('-s3alias')
  );
}
