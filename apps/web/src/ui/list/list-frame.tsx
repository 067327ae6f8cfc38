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
  /** Number of entries, once known. */
  readonly count?: number | undefined;
  /** Replaces the usual header with title and count, such as one with a link back. */
  readonly header?: ReactNode;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Shown next to the search: other filters. */
  readonly choices?: ReactNode;
  /** Shown to the left of the refresh button. */
  readonly actions?: ReactNode;
  /** Reloads the list; without it there is no refresh button. */
  readonly onRefresh?: () => void;
  /** The button at the end of the line, which adds an entry. */
  readonly add?: ReactNode;
  /** Shown between the toolbar and the list. */
  readonly above?: ReactNode;
  /** Shown below the list. */
  readonly below?: ReactNode;
  /** External documentation. */
  readonly links?: readonly HelpLink[];
  /** The list, which is replaced by the error if it fails to load. */
  readonly children: ReactNode;
}

const noLinks: readonly HelpLink[] = [];

/** A page around a searchable list: header with count, toolbar, errors, help. */
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
