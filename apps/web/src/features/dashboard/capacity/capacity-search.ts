import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

/** How much of the past a forecast is made of, in weeks. */
export const WEEKS = ['4', '1', '2', '12'] as const;
/** Over how many days the usage of buckets is compared. */
export const DAYS = ['30', '1', '7', '90'] as const;
/** How many buckets are listed. */
export const LIMITS = ['10', '25', '100'] as const;

/** What the address of the tab holds beside its name. */
export interface CapacitySearch {
  readonly weeks: (typeof WEEKS)[number];
  readonly days: (typeof DAYS)[number];
  readonly top: (typeof LIMITS)[number];
  /** Whose objects are counted by size and versions; '' for all. */
  readonly bucket: string;
}

export const capacitySearch: SearchFields<CapacitySearch> = {
  weeks: choiceField(WEEKS),
  days: choiceField(DAYS),
  top: choiceField(LIMITS),
  bucket: textField,
};
