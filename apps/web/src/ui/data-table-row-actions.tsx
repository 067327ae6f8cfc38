import { useText } from '#web/lib/i18n/messages.ts';
import { isolatedText } from '#web/lib/names/visible-name.ts';
import classes from './data-table.module.css';
import type { RowAction } from './data-table-column.ts';
import { dataTableText } from './data-table-text.ts';
import { IconButton } from './icon-button.tsx';
import { RowMenu } from './row-menu.tsx';

interface RowActionsProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly actions: readonly RowAction<Row>[];
  readonly tabIndex: number;
}

/** The actions for a row: the most common harmless ones as buttons, all of them in the menu. */
export function RowActions<Row>({ row, name, actions, tabIndex }: RowActionsProps<Row>) {
  const t = useText(dataTableText);
  if (actions.length === 0) return null;
  return (
    <>
      {actions
        .filter(({ danger, refusal, inMenu }) => !danger && !inMenu && refusal === undefined)
        .map((action) => (
          <IconButton
            key={action.id}
            className={classes.quick ?? ''}
            tabIndex={tabIndex}
            aria-label={`${action.label} ${isolatedText(name)}`}
            title={action.label}
            onClick={() => action.onSelect(row)}
          >
            {action.icon}
          </IconButton>
        ))}
      <RowMenu
        label={t('rowOptions', { name })}
        tabIndex={tabIndex}
        actions={actions.map((action) => ({ ...action, onSelect: () => action.onSelect(row) }))}
      />
    </>
  );
}
