import { Pagination } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { dashboardText } from '../en.ts';
import classes from './summary.module.css';

const PAGE_SIZE = 5;
/** Number of page links on either side of the current page. */
const SIBLINGS = 3;

interface PagedListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly children: (row: Row) => ReactNode;
}

/** A list with five entries per page. */
export function PagedList<Row>({ label, rows, rowKey, children }: PagedListProps<Row>) {
  const t = useText(dashboardText);
  const [wanted, setPage] = useState(1);
  const total = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(wanted, total);
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {shown.map((row) => (
          <li key={rowKey(row)} className={classes.entry}>
            {children(row)}
          </li>
        ))}
      </ul>
      {total > 1 && (
        <nav className={classes.pages} aria-label={t('pages', { label })}>
          <Pagination
            total={total}
            siblings={SIBLINGS}
            value={page}
            onChange={setPage}
            size="sm"
            getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
            getControlProps={(control) => ({
              'aria-label': t(
                control === 'next' || control === 'last' ? 'nextPage' : 'previousPage',
              ),
            })}
          />
        </nav>
      )}
    </>
  );
}
