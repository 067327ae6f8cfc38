import type { JobSelection } from '@stowage/contract/jobs';
import type { ObjectSearch } from './browse-search.ts';

/** Everything in a folder, or all search results below it, loaded or not. */
export function bulkSelection(
  folder: string,
  { search, minSize, maxSize, after, before }: ObjectSearch,
): Extract<JobSelection, { prefix: string }> {
  return {
    prefix: folder,
    ...(search !== '' && { search }),
    ...(minSize !== undefined && { minSize }),
    ...(maxSize !== undefined && { maxSize }),
    ...(after !== '' && { modifiedAfter: after }),
    ...(before !== '' && { modifiedBefore: before }),
  };
}
