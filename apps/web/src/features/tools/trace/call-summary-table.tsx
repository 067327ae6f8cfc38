import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMilliseconds } from '#web/lib/format/milliseconds.ts';
import { formatCount, formatNumber } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { Name } from '#web/ui/name.tsx';
import { traceText } from './en.ts';
import {
  type CallStatistics,
  type CallSummary,
  OTHER_NAMES,
  percentile,
} from './model/call-summary.ts';
import classes from './trace-page.module.css';

/** Number of names shown before expanding the list. */
const FIRST = 10;
const columns = ['name', 'count', 'errors', 'half', 'most', 'bytes'] as const;

function time(statistics: CallStatistics, share: number): string {
  const milliseconds = percentile(statistics, share);
  return milliseconds === undefined ? '' : formatMilliseconds(milliseconds);
}

/** The calls by name, most frequent first. */
export function CallSummaryTable({ summary }: { readonly summary: CallSummary }) {
  const t = useText(traceText);
  const [whole, setWhole] = useState(false);
  const rows = [...summary.values()].sort((a, b) => b.count - a.count);
  return (
    <section className={classes.summary} aria-labelledby="trace-summary">
      <h2 id="trace-summary" className={classes.heading}>
        {t('summary.title')}
      </h2>
      {rows.length === 0 ? (
        <p className={classes.quiet}>{t('summary.none')}</p>
      ) : (
        <>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`summary.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(whole ? rows : rows.slice(0, FIRST)).map((row) => (
                <tr key={row.name}>
                  <th scope="row">
                    <Name>{row.name === OTHER_NAMES ? t('summary.other') : row.name}</Name>
                  </th>
                  <td>{formatNumber(row.count)}</td>
                  <td data-bad={row.errors > 0 || undefined}>{formatCount(row.errors)}</td>
                  <td>{time(row, 0.5)}</td>
                  <td>{time(row, 0.99)}</td>
                  <td>{formatSize(row.bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > FIRST && (
            <Button variant="subtle" size="xs" onClick={() => setWhole(!whole)}>
              {whole ? t('summary.fewer') : t('summary.all', { count: rows.length })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
