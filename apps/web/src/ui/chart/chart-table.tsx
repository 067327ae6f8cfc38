import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './chart-table.module.css';
import type { ChartValues } from './chart-values.ts';

/** The values of a chart as a table. */
export function ChartTable({ label, times, series, format }: ChartValues) {
  const t = useText(uiText);
  return (
    <table className={classes.table}>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('chart.time')}</th>
          {series.map((one) => (
            <th key={one.label} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((time, index) => (
          <tr key={time}>
            <th scope="row">{formatDateTimeZone(time * 1000)}</th>
            {series.map((one) => {
              const value = one.values[index] ?? null;
              return <td key={one.label}>{value === null ? '—' : format(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
