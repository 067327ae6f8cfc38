import { useCallback } from 'react';
import { useCurrentPath, useQueryValue } from '#web/lib/router/navigation.ts';
import { chosenList } from './model/audit-access.ts';
import { type AuditRow, auditSortText, parseAuditSort } from './model/audit-rows.ts';

/** What the address says about the access audit: list, filter, order, and whose details are open. */
export function useAuditAddress(allowedActions: readonly string[]) {
  const path = useCurrentPath();
  const [listText, setList] = useQueryValue('list');
  const [filter, setFilter] = useQueryValue('filter');
  const [sortText, setSort] = useQueryValue('sort');
  const [openKey, setOpen] = useQueryValue('open');
  const hrefOf = useCallback(
    ({ key }: AuditRow) => {
      const entries = { list: listText, filter, sort: sortText, open: key };
      const given = Object.entries(entries).filter(([, value]) => value !== '');
      return `${path}?${new URLSearchParams(given)}`;
    },
    [path, listText, filter, sortText],
  );
  return {
    list: chosenList(listText, allowedActions),
    setList: (list: string | null) => setList(list ?? undefined, { replace: false }),
    filter,
    setFilter,
    sort: parseAuditSort(sortText),
    setSort: (column: string, descending: boolean) => setSort(auditSortText(column, descending)),
    openKey,
    close: () => setOpen(undefined),
    hrefOf,
  };
}
