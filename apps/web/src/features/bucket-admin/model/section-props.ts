import type { Bucket } from '@stowage/contract/buckets';

/** What the screen of a section is given. */
export interface SectionProps {
  readonly bucket: Bucket;
}
