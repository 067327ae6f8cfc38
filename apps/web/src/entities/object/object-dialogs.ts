import type { JobSelection } from '@stowage/contract/jobs';
import { createContext, use } from 'react';
import type { ObjectVersion } from './detail-parts.ts';
import type { ObjectAbilities } from './object-abilities.ts';

/** Bulk actions on the current objects. */
export type BulkKind =
  | 'delete'
  | 'deleteVersions'
  | 'copy'
  | 'move'
  | 'rename'
  | 'tag'
  | 'retention'
  | 'legalHold';

/** The action; `at`: the time to restore, ISO 8601. */
type BulkWhat = { readonly kind: BulkKind } | { readonly kind: 'restore'; readonly at: string };

/** An action on many objects. */
export type BulkTask = BulkWhat & BulkObjects;

interface BulkObjects {
  readonly bucket: string;
  /** The open folder; '' is the bucket root. */
  readonly folder: string;
  /** Objects and folders by key, or everything below a prefix, loaded or not. */
  readonly selection: JobSelection;
  /** Whether the bucket keeps earlier versions. */
  readonly versioned: boolean;
  /** What the account can do with the bucket's objects. */
  readonly abilities: ObjectAbilities;
  /** The job is queued or running: the selection is no longer needed. */
  readonly onStarted: () => void;
}

/** Opens other features' dialogs for an object, from any list. */
export interface ObjectDialogs {
  readonly share: (version: ObjectVersion) => void;
  readonly preview: (version: ObjectVersion) => void;
  readonly bulk: (task: BulkTask) => void;
}

/** Provided around the object browser; without it lists offer neither sharing nor preview. */
export const ObjectDialogsContext = createContext<ObjectDialogs | undefined>(undefined);

/** Returns the object dialogs, if provided. */
export function useObjectDialogs(): ObjectDialogs | undefined {
  return use(ObjectDialogsContext);
}
