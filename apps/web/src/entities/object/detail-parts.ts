import type { Bucket } from '@stowage/contract/buckets';
import type { ComponentType } from 'react';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** An object or one of its versions. */
export interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  /** The current version if omitted. */
  readonly versionId?: string | undefined;
  /** Bytes; undefined while unknown. */
  readonly size?: number | undefined;
}

/** An object's details, as shown next to its folder in the object browser. */
export interface ObjectDetailProps {
  readonly bucket: Bucket;
  readonly objectKey: string;
  readonly onClose: () => void;
  readonly onDelete: (key: string) => void;
}

/** Parts that other features contribute to an object's details; missing ones are left out. */
export interface DetailParts {
  /** Opened by Share, for the object and each of its versions. */
  readonly ShareDialog?: ComponentType<DialogFrame & { readonly version: ObjectVersion }>;
  /** Content of the Preview tab, for types that can be displayed. */
  readonly Preview?: ComponentType<{ readonly version: ObjectVersion }>;
}
