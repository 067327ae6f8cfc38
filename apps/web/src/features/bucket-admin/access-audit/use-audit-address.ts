import { useCallback } from 'react';
import { useRouteParams, useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch, type SearchFields, textField } from '#web/lib/router/search.ts';
import { chosenList } from './model/audit-access.ts';
import {
  type AuditRow,
  type AuditSort,
  auditSortText,
  parseAuditSort,
} from './model/audit-rows.ts';

interface AuditSearch {
  readonly list: string;
  readonly filter: string;
  readonly sort: AuditSort;
  /** Key of the row whose details are open. */
  readonly open: string;
}

const auditSearch: SearchFields<AuditSearch> = {
  list: textField,
  filter: textField,
  sort: {
    parse: parseAuditSort,
    format: ({ column, descending }) => auditSortText(column, descending),
  },
  open: textField,
};

/**
 * Returns the access audit's state in the address: list, filter, order, and whose details are open.
 */
export function useAuditAddress(allowedActions: readonly string[]) {
  const place = useRouteParams('bucketAdmin');
  const [search, change] = useSearch(auditSearch);
  const hrefOf = useCallback(
    ({ key }: AuditRow) =>
      pagePath('bucketAdmin', place, formatSearch(auditSearch, { ...search, open: key })),
    [place, search],
  );
  return {
    list: chosenList(search.list, allowedActions),
    setList: (list: string | null) => change({ list: list ?? '' }, { replace: false }),
    filter: search.filter,
    setFilter: (filter: string) => change({ filter }),
    sort: search.sort,
    setSort: (column: string, descending: boolean) =>
      change({ sort: parseAuditSort(auditSortText(column, descending)) }),
    openKey: search.open,
    close: () => change({ open: '' }),
    hrefOf,
  };
}
