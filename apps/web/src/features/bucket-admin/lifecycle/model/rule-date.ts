import { NO_DATE } from '@stowage/contract/bucket-admin/lifecycle';

/** Returns the date of a part of a rule; undefined if it has none. */
export function dateOf({ date }: { readonly date?: string | undefined }): string | undefined {
  return date === NO_DATE ? undefined : date;
}
