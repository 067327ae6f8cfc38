import type { JobSelection } from '@stowage/contract/jobs';
import { createContext, use } from 'react';
import type { ObjectVersion } from './detail-parts.ts';
import type { ObjectAbilities } from './object-abilities.ts';

/** What can be done to many objects as they are now. */
export type BulkKind =
  | 'delete'
  | 'deleteVersions'
  | 'copy'
  | 'move'
  | 'rename'
  | 'tag'
  | 'retention'
  | 'legalHold';

/** What is to be done; `at`: the time that is restored, ISO 8601. */
type BulkWhat = { readonly kind: BulkKind } | { readonly kind: 'restore'; readonly at: string };

/** Something to do to many objects. */
export type BulkTask = BulkWhat & BulkObjects;

interface BulkObjects {
  readonly bucket: string;
  /** The folder that is open; '' is the top of the bucket. */
  readonly folder: string;
  /** Objects and folders by their keys, or all that is under a prefix, loaded or not. */
  readonly selection: JobSelection;
  /** The bucket keeps earlier versions. */
  readonly versioned: boolean;
  /** What the account may do with the objects of the bucket. */
  readonly abilities: ObjectAbilities;
  /** The job waits or runs: the selection has done its part. */
  readonly onStarted: () => void;
}

/** Opens what other features have for an object, from wherever it is listed. */
export interface ObjectDialogs {
  readonly share: (version: ObjectVersion) => void;
  readonly preview: (version: ObjectVersion) => void;
  readonly bulk: (task: BulkTask) => void;
}

/** Given around the object browser; without it nothing is shared or previewed from lists. */
export const ObjectDialogsContext = createContext<ObjectDialogs | undefined>(undefined);

/** The dialogs of objects, where there are any. */
export function useObjectDialogs(): ObjectDialogs | undefined {
  return use(ObjectDialogsContext);
}
