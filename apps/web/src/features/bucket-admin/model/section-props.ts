import type { Bucket } from '@stowage/contract/buckets';

/** The props of a section's screen. */
export interface SectionProps {
  readonly bucket: Bucket;
}
