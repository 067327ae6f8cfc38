import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { uiText } from '../en.ts';
import classes from './field-list.module.css';

/** The common props of all fields that are a group of rows. */
export interface RowFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly disabled: boolean;
  readonly required?: boolean | undefined;
  readonly error?: ReactNode;
  readonly 'data-path'?: string;
}

interface RowGroupProps {
  readonly field: RowFieldProps;
  readonly children: ReactNode;
  /** Whether a row can be added. */
  readonly canAdd: boolean;
  readonly onAdd: () => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The rows of one field below its label, with a button to add one. */
export function RowGroup({ field, children, canAdd, onAdd, ...events }: RowGroupProps) {
  const { label, description, required, error } = field;
  const t = useText(uiText);
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      labelElement="div"
      withAsterisk={required === true}
      description={description}
      error={error}
      data-path={field['data-path']}
      {...events}
    >
      <div className={classes.rows}>
        {children}
        <div>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            disabled={!canAdd}
            aria-label={t('field.addTo', { label })}
            onClick={onAdd}
          >
            {t('field.add')}
          </Button>
        </div>
      </div>
    </Input.Wrapper>
  );
}

interface RemoveRowProps {
  readonly field: RowFieldProps;
  /** The row's number, from 1. */
  readonly number: number;
  readonly onRemove: () => void;
}

/** Removes a row from its group. */
export function RemoveRow({ field: { label, disabled }, number, onRemove }: RemoveRowProps) {
  const t = useText(uiText);
  return (
    <ActionIcon
      size={34}
      aria-label={t('field.remove', { label, number })}
      disabled={disabled}
      onClick={onRemove}
    >
      <IconX size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

/** Returns an unused id for another row. */
export function nextRowId(rows: readonly { readonly id: number }[]): number {
  return Math.max(-1, ...rows.map(({ id }) => id)) + 1;
}
