import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconFilter, IconFolderPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ObjectAbilities } from '#web/entities/object/object-abilities.ts';
import type { ChosenFile } from '#web/entities/transfers/upload-batch.ts';
import { formatNumber } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { RefreshButton } from '#web/ui/refresh-button.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { objectsText } from '../en.ts';
import classes from './object-toolbar.module.css';
import { UploadMenu } from './upload-menu.tsx';

interface ObjectToolbarProps {
  readonly abilities: ObjectAbilities;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** A search has bounds that its box does not show. */
  readonly bounded: boolean;
  readonly onSearchOptions: () => void;
  /** What chooses how the folder is shown. */
  readonly view: ReactNode;
  /** The past is shown, which nobody can change. */
  readonly rewound: boolean;
  /** The folder that is open, with its bucket: what is typed is meant for it alone. */
  readonly place: string;
  readonly selected: number;
  /** Everything is selected, also what is not loaded. */
  readonly everything: boolean;
  /** Undefined where not everything that is selected can be named. */
  readonly onDownloadSelected: (() => void) | undefined;
  readonly onDeleteSelected: () => void;
  /** What else can be done to what is selected. */
  readonly bulk: ReactNode;
  readonly refreshing: boolean;
  readonly onRefresh: () => void;
  readonly onNewPath: () => void;
  readonly onUpload: (files: readonly ChosenFile[]) => void;
}

const searchDelay = 300;

/** What is typed is looked for a moment later; emptying the box shows everything at once. */
function Search({ search, onSearch }: Pick<ObjectToolbarProps, 'search' | 'onSearch'>) {
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

/** The line of search and actions over a folder; what the caller may not do is not there. */
export function ObjectToolbar(props: ObjectToolbarProps) {
  const { abilities, selected, rewound } = props;
  const t = useText(objectsText);
  return (
    <div className={classes.bar} data-selected={selected > 0 || undefined}>
      {abilities.list && (
        <>
          <Search key={props.place} search={props.search} onSearch={props.onSearch} />
          <SearchOptions bounded={props.bounded} onOpen={props.onSearchOptions} />
        </>
      )}
      <span className={classes.gap} />
      {selected > 0 && (
        <>
          <span className={classes.selected} role="status">
            {props.everything
              ? t('allSelected')
              : t('selected', { formatted: formatNumber(selected) })}
          </span>
          {abilities.download && props.onDownloadSelected && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
              onClick={props.onDownloadSelected}
            >
              {t('downloadSelected')}
            </Button>
          )}
          {abilities.delete && (
            <Button
              variant="default"
              className={classes.danger ?? ''}
              leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
              onClick={props.onDeleteSelected}
            >
              {t('delete.selected')}
            </Button>
          )}
          {props.bulk}
        </>
      )}
      {abilities.list && (
        <RefreshButton
          label={t('refresh')}
          refreshing={props.refreshing}
          disabled={rewound}
          onClick={props.onRefresh}
        />
      )}
      {abilities.list && props.view}
      {abilities.createPath && (
        <Button
          variant="default"
          disabled={rewound}
          leftSection={<IconFolderPlus size={18} stroke={1.6} aria-hidden />}
          onClick={props.onNewPath}
        >
          {t('newPath.action')}
        </Button>
      )}
      {abilities.upload && <UploadMenu onChoose={props.onUpload} disabled={rewound} />}
    </div>
  );
}
