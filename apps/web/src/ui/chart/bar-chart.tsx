import { useRef, useState } from 'react';
import classes from './bar-chart.module.css';
import { barPicture } from './bar-picture.ts';
import { barCsv, fileName, saveCanvas } from './chart-export.ts';
import tableClasses from './chart-table.module.css';
import { ChartTools } from './chart-tools.tsx';
import type { Bar } from './chart-values.ts';

interface BarChartProps {
  /** The chart's label. */
  readonly label: string;
  /** The names of the classes and of what is counted: headers of the table. */
  readonly heads: readonly [string, string];
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

/**
 * A bar with its number for each class, starting at zero. Also available as a table, CSV and PNG.
 */
export function BarChart({ label, heads, bars, format }: BarChartProps) {
  const [table, setTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const savePicture = () => {
    if (!figure.current) return;
    const style = getComputedStyle(figure.current);
    const token = (name: string) => style.getPropertyValue(name).trim();
    const texts = bars.map((bar) => ({ ...bar, text: format(bar.value) }));
    const picture = barPicture(texts, token);
    if (picture) saveCanvas(fileName(label, 'png'), picture, token('--st-surface'));
  };
  return (
    <figure ref={figure} className={classes.figure}>
      <figcaption className={classes.caption}>
        <ChartTools
          label={label}
          csv={() => barCsv(heads, bars)}
          table={table}
          onTable={setTable}
          onPicture={savePicture}
        />
      </figcaption>
      {table ? (
        <table className={tableClasses.table}>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row">{bar.label}</th>
                <td>{format(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <dl className={classes.bars}>
          {bars.map((bar) => (
            <div key={bar.label} className={classes.bar}>
              <dt>{bar.label}</dt>
              <dd>
                <span className={classes.track} aria-hidden>
                  <span
                    className={classes.fill}
                    style={{ width: `${(100 * bar.value) / most}%` }}
                  />
                </span>
                <span className={classes.value}>{format(bar.value)}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </figure>
  );
}
