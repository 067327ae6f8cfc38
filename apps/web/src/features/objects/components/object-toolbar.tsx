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

/** What is typed is looked for a moment later; emptying the box shows everything at once. */
function Search({ search, onSearch }: SearchProps) {
  const t = useText(objectsText);
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  const later = useDebouncedCallback(onSearch, searchDelay);
  if (search !== shown) {
    // The address has changed: by what was typed here, or by going back.
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
  /** A search has bounds that its box does not show. */
  readonly bounded: boolean;
  readonly onSearchOptions: () => void;
  /** The folder that is open, with its bucket: what is typed is meant for it alone. */
  readonly place: string;
  readonly actions: readonly BarAction[];
  /** Stands at the end of the line, whatever has room. */
  readonly upload: ReactNode;
}

/** The line of search and actions over a folder. */
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
  /** Everything is selected, also what is not loaded. */
  readonly everything: boolean;
  readonly actions: readonly BarAction[];
  readonly onClear: () => void;
}

/** Takes the place of that line while something is selected: how much it is, and what can be done with it. */
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
