import { createContext, use } from 'react';
import type { ObjectVersion } from './detail-parts.ts';

/** Opens what other features have for an object, from wherever it is listed. */
export interface ObjectDialogs {
  readonly share: (version: ObjectVersion) => void;
  readonly preview: (version: ObjectVersion) => void;
}

/** Given around the object browser; without it nothing is shared or previewed from lists. */
export const ObjectDialogsContext = createContext<ObjectDialogs | undefined>(undefined);

/** The dialogs of objects, where there are any. */
export function useObjectDialogs(): ObjectDialogs | undefined {
  return use(ObjectDialogsContext);
}
