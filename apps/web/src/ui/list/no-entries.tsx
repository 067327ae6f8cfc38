import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { dataTableText } from '../data-table-text.ts';
import { EmptyState } from '../empty-state.tsx';

interface NoEntriesProps {
  /** What there is none of, within a sentence. */
  readonly entity: string;
  readonly icon: ReactNode;
  /** What an entry is good for. */
  readonly text: string;
  /** Whom to ask, for those who may not add one. */
  readonly ask: string;
  /** What holds as long as there is none. */
  readonly without?: string | undefined;
  readonly action: string;
  readonly onAdd: (() => void) | undefined;
}

/** In place of a list without entries: what they are, and how to get one (TABLE-05). */
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
