import type { Bucket } from '@stowage/contract/buckets';
import type { ComponentType } from 'react';
import type { DialogFrame } from '#web/ui/use-dialog.ts';

/** An object, or one of its versions. */
export interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  /** The current version without it. */
  readonly versionId?: string | undefined;
  /** Bytes; undefined while it is not known. */
  readonly size?: number | undefined;
}

/** The details of an object, as the object browser draws them beside its folder. */
export interface ObjectDetailProps {
  readonly bucket: Bucket;
  readonly objectKey: string;
  readonly onClose: () => void;
  readonly onDelete: (key: string) => void;
}

/** What other features have to say about an object; the details leave out what is not there. */
export interface DetailParts {
  /** Opened by Share, for the object and for each of its versions. */
  readonly ShareDialog?: ComponentType<DialogFrame & { readonly version: ObjectVersion }>;
  /** What the Preview tab shows of an object whose type can be shown. */
  readonly Preview?: ComponentType<{ readonly version: ObjectVersion }>;
}
