import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useText } from '#web/lib/i18n/messages.ts';
import classes from './data-table.module.css';
import type { RowAction } from './data-table-column.ts';
import { dataTableText } from './data-table-text.ts';

interface RowActionsProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly actions: readonly RowAction<Row>[];
  readonly tabIndex: number;
}

/** What can be done with a row: safe actions as buttons, and all of them in the menu. */
export function RowActions<Row>({ row, name, actions, tabIndex }: RowActionsProps<Row>) {
  const t = useText(dataTableText);
  if (actions.length === 0) return null;
  const quick = actions.filter((action) => !action.danger);
  return (
    <>
      {quick.map((action) => (
        <ActionIcon
          key={action.id}
          className={classes.quick ?? ''}
          size={28}
          tabIndex={tabIndex}
          aria-label={`${action.label} ${name}`}
          title={action.label}
          onClick={() => action.onSelect(row)}
        >
          {action.icon}
        </ActionIcon>
      ))}
      <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <ActionIcon size={28} tabIndex={tabIndex} aria-label={t('rowOptions', { name })}>
            <IconDots size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.id}
              {...(action.danger ? { color: 'red' } : {})}
              leftSection={action.icon}
              onClick={() => action.onSelect(row)}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
