import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '#web/lib/i18n/messages.ts';
import { isDialogOpen } from '#web/lib/in-dialog.ts';
import { uiText } from './en.ts';
import classes from './search-box.module.css';

interface SearchBoxProps {
  /** Label, such as 'Filter Buckets'. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter for the list below it; '/' focuses it, Escape clears it. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const t = useText(uiText);
  const input = useRef<HTMLInputElement>(null);
  const goThere = (event: KeyboardEvent) => {
    if (isDialogOpen()) return;
    event.preventDefault();
    input.current?.focus();
  };
  useHotkeys([
    ['/', goThere, { preventDefault: false }],
    // On keyboards with '/' above the 7, such as German ones.
    ['shift+/', goThere, { preventDefault: false }],
  ]);
  const right =
    value === '' ? (
      <Kbd className={classes.kbd} size="xs" aria-hidden>
        /
      </Kbd>
    ) : (
      <CloseButton
        size="sm"
        aria-label={t('clear')}
        onClick={() => {
          onChange('');
          input.current?.focus();
        }}
      />
    );
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={label}
      aria-keyshortcuts="/"
      autoComplete="off"
      value={value}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
      rightSection={right}
      rightSectionPointerEvents="all"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.preventDefault();
          onChange('');
        }
      }}
    />
  );
}
