import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { ActionBar, type BarAction } from '#web/ui/action-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { objectsText } from '../en.ts';
import classes from './object-toolbar.module.css';

interface SearchProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

const searchDelay = 300;

/** The search is debounced; clearing the box takes effect at once. */
function Search({ search, onSearch }: SearchProps) {
  const t = useText(objectsText);
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  const later = useDebouncedCallback(onSearch, searchDelay);
  if (search !== shown) {
    // The address has changed, by typing here or by going back.
    setShown(search);
    setTyped(search);
  }
  return (
    <SearchBox
      label={t('search')}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        later(text);
        if (text === '') later.flush();
      }}
    />
  );
}

interface SearchOptionsProps {
  readonly bounded: boolean;
  readonly onOpen: () => void;
}

function SearchOptions({ bounded, onOpen }: SearchOptionsProps) {
  const t = useText(objectsText);
  return (
    <Tooltip label={t('searching.title')}>
      <ActionIcon
        className={classes.fixed ?? ''}
        variant={bounded ? 'filled' : 'default'}
        size={34}
        aria-label={t('searching.title')}
        onClick={onOpen}
      >
        <IconFilter size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface ObjectToolbarProps extends SearchProps {
  readonly canList: boolean;
  /** Whether the search has limits that its box does not show. */
  readonly bounded: boolean;
  readonly onSearchOptions: () => void;
  /** The open folder and its bucket, to which the typed text is tied. */
  readonly place: string;
  readonly actions: readonly BarAction[];
  /** Always shown at the end of the line. */
  readonly upload: ReactNode;
}

/** The toolbar above a folder, with search and actions. */
export function ObjectToolbar(props: ObjectToolbarProps) {
  const t = useText(objectsText);
  return (
    <div className={classes.bar}>
      {props.canList && (
        <>
          <Search key={props.place} search={props.search} onSearch={props.onSearch} />
          <SearchOptions bounded={props.bounded} onOpen={props.onSearchOptions} />
        </>
      )}
      <ActionBar actions={props.actions} menu={t('bulk.more')} />
      {props.upload}
    </div>
  );
}

interface SelectionToolbarProps {
  readonly selected: number;
  /** Everything is selected, including what is not loaded. */
  readonly everything: boolean;
  readonly actions: readonly BarAction[];
  readonly onClear: () => void;
}

/** Replaces the toolbar while something is selected: the size of the selection, and its actions. */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { selected, everything, actions, onClear } = props;
  const t = useText(objectsText);
  return (
    <div className={classes.bar} data-selected>
      <Tooltip label={t('everything.clear')}>
        <CloseButton
          className={classes.fixed ?? ''}
          size={34}
          aria-label={t('everything.clear')}
          onClick={onClear}
        />
      </Tooltip>
      <span className={classes.selected} role="status">
        {everything ? t('allSelected') : t('selected', { formatted: formatNumber(selected) })}
      </span>
      <ActionBar actions={actions} menu={t('bulk.more')} />
    </div>
  );
}
