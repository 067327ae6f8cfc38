import { choiceField, type SearchFields, textField } from '#web/lib/router/search.ts';

/** The history that a forecast is based on, in weeks. */
export const WEEKS = ['4', '1', '2', '12'] as const;
/** The number of days over which bucket usage is compared. */
export const DAYS = ['30', '1', '7', '90'] as const;
/** Number of buckets listed. */
export const LIMITS = ['10', '25', '100'] as const;

/** The parameters of the tab's address, besides its name. */
export interface CapacitySearch {
  readonly weeks: (typeof WEEKS)[number];
  readonly days: (typeof DAYS)[number];
  readonly top: (typeof LIMITS)[number];
  /** The bucket whose objects are counted by size and versions; '' for all. */
  readonly bucket: string;
}

export const capacitySearch: SearchFields<CapacitySearch> = {
  weeks: choiceField(WEEKS),
  days: choiceField(DAYS),
  top: choiceField(LIMITS),
  bucket: textField,
};
