import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { dataTableText } from '../data-table-text.ts';
import { EmptyState } from '../empty-state.tsx';

interface NoEntriesProps {
  /** The kind of entries, within a sentence. */
  readonly entity: string;
  readonly icon: ReactNode;
  /** The purpose of an entry. */
  readonly text: string;
  /** Whom to ask, for users who cannot add one. */
  readonly ask: string;
  /** What applies while there are none. */
  readonly without?: string | undefined;
  readonly action: string;
  readonly onAdd: (() => void) | undefined;
}

/** Replaces a list without entries: what they are, and how to add one (TABLE-05). */
export function NoEntries(props: NoEntriesProps) {
  const { entity, icon, text, ask, without, action, onAdd } = props;
  const tTable = useText(dataTableText);
  return (
    <EmptyState
      icon={icon}
      title={tTable('empty', { entity })}
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            {action}
          </Button>
        )
      }
    >
      <p>{text}</p>
      {without !== undefined && <p>{without}</p>}
      {onAdd === undefined && <p>{ask}</p>}
    </EmptyState>
  );
}
