import type { PageQuery } from '@stowage/contract/page-query';

/** The part of a list that was asked for. */
export function pageOf<T>(items: readonly T[], { offset = 0, limit }: PageQuery): T[] {
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}
