import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface NoEntriesProps {
  readonly icon: ReactNode;
  /** Undefined where the caller may not add an entry. */
  readonly onAdd: (() => void) | undefined;
  readonly words: {
    readonly title: string;
    readonly text: string;
    /** Whom to ask, for those who may not add one. */
    readonly ask: string;
    readonly action: string;
  };
}

/** In place of the list of a section that has no entries yet. */
export function NoEntries({ icon, onAdd, words }: NoEntriesProps) {
  return (
    <EmptyState
      icon={icon}
      title={words.title}
      action={
        onAdd && (
          <Button variant="default" onClick={onAdd}>
            {words.action}
          </Button>
        )
      }
    >
      <p>{words.text}</p>
      {onAdd === undefined && <p>{words.ask}</p>}
    </EmptyState>
  );
}
