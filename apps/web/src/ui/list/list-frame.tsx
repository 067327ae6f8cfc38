import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Messages, useText } from '#web/lib/i18n/messages.ts';
import { QueryFailure } from '../error-state.tsx';
import { type HelpLink, HelpPanel } from '../help-panel.tsx';
import { PageBody } from '../page-body.tsx';
import { PageHeader } from '../page-header.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { SearchBox } from '../search-box.tsx';
import { Toolbar, ToolbarGap } from '../toolbar.tsx';
import { type ListFrameText, listText } from './en.ts';

interface ListFrameProps {
  readonly text: Messages<ListFrameText>;
  readonly query: UseQueryResult;
  /** How many there are, once that is known. */
  readonly count?: number | undefined;
  /** In place of the usual header with title and count, such as one with a way back. */
  readonly header?: ReactNode;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Beside the search: what else narrows the list. */
  readonly choices?: ReactNode;
  /** Left of the button that loads the list again. */
  readonly actions?: ReactNode;
  /** Loads the list again; without it there is no button for it. */
  readonly onRefresh?: () => void;
  /** The button at the end of the line, which adds an entry. */
  readonly add?: ReactNode;
  /** Between the toolbar and the list. */
  readonly above?: ReactNode;
  /** Below the list. */
  readonly below?: ReactNode;
  /** Documentation outside of the console. */
  readonly links?: readonly HelpLink[];
  /** The list, in whose place a failure to load it is shown. */
  readonly children: ReactNode;
}

const noLinks: readonly HelpLink[] = [];

/** A page around a list that is searched: header with its count, toolbar, failure, help. */
export function ListFrame(props: ListFrameProps) {
  const { query, onRefresh } = props;
  const t = useText(props.text);
  const tList = useText(listText);
  return (
    <>
      {props.header ?? <PageHeader title={t('title')} count={props.count} />}
      <PageBody>
        <Toolbar>
          <SearchBox label={t('search')} value={props.filter} onChange={props.onFilter} />
          {props.choices}
          <ToolbarGap />
          {props.actions}
          {onRefresh && (
            <RefreshButton
              label={tList('refresh')}
              refreshing={query.isFetching && !query.isPending}
              onClick={onRefresh}
            />
          )}
          {props.add}
        </Toolbar>
        {props.above}
        {query.isLoadingError ? <QueryFailure title={t('failed')} query={query} /> : props.children}
        {props.below}
        <HelpPanel title={t('help.title')} links={props.links ?? noLinks}>
          {t('help.text')}
        </HelpPanel>
      </PageBody>
    </>
  );
}
