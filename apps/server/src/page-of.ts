import type { PageQuery } from '@stowage/contract/page-query';

/** Returns the requested part of a list. */
export function pageOf<T>(items: readonly T[], { offset = 0, limit }: PageQuery): T[] {
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}
