import { Button } from '@mantine/core';
import { useText } from '#web/lib/i18n/messages.ts';
import { saveText } from '#web/lib/save-text.ts';
import { uiText } from '../en.ts';
import { fileName } from './chart-export.ts';
import classes from './time-chart.module.css';

interface ChartToolsProps {
  /** The chart's label. */
  readonly label: string;
  readonly csv: () => string;
  readonly table: boolean;
  readonly onTable: (shown: boolean) => void;
  readonly onPicture: () => void;
}

/** Shows a chart as a table, and exports it as files. */
export function ChartTools({ label, csv, table, onTable, onPicture }: ChartToolsProps) {
  const t = useText(uiText);
  const tools = [
    {
      name: t('chart.table'),
      about: t('chart.tableOf', { label }),
      run: () => onTable(!table),
      pressed: table,
    },
    {
      name: 'CSV',
      about: t('chart.csvOf', { label }),
      run: () => saveText(fileName(label, 'csv'), csv(), 'text/csv'),
    },
    { name: 'PNG', about: t('chart.pngOf', { label }), run: onPicture },
  ];
  return (
    <span className={classes.tools}>
      {tools.map(({ name, about, run, pressed }) => (
        <Button
          key={name}
          size="compact-xs"
          variant="subtle"
          aria-label={about}
          aria-pressed={pressed}
          onClick={run}
        >
          {name}
        </Button>
      ))}
    </span>
  );
}
