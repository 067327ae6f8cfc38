import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

/** The tabs of an object's details. */
export const DETAIL_TABS = ['details', 'versions', 'preview'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

/** What the address of an object holds beside its key. */
export interface ObjectAddress {
  readonly tab: DetailTab;
  /** The version that is shown; '' is the current one. */
  readonly version: string;
  /** What is looked for among the versions. */
  readonly find: string;
}

export const objectAddress: SearchFields<ObjectAddress> = {
  tab: choiceField(DETAIL_TABS),
  version: textField,
  find: textField,
};
