import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

/** The tabs of the object details. */
export const DETAIL_TABS = ['details', 'versions', 'preview'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** The parts of an object's address other than its key. */
export interface ObjectAddress {
  readonly tab: DetailTab;
  /** The version shown; '' is the current one. */
  readonly version: string;
  /** The search text in the list of versions. */
  readonly find: string;
}

export const objectAddress: SearchFields<ObjectAddress> = {
  tab: choiceField(DETAIL_TABS),
  version: textField,
  find: textField,
};
