import { Button } from '@mantine/core';
import { isErrorCode } from '@stowage/contract/errors';
import { CLOSE } from '@stowage/contract/stream';
import { watchBucket } from '@stowage/contract/tools/watch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { bucketsQuery } from '#web/entities/bucket/buckets-query.ts';
import { errorText } from '#web/lib/api/en.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { type Translate, translate, useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { type SearchFields, textField } from '#web/lib/router/search.ts';
import { saveText } from '#web/lib/save-text.ts';
import type { StreamEnd } from '#web/lib/stream/connection.ts';
import { newSince } from '#web/lib/stream/stream-state.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { Tag } from '#web/ui/tag.tsx';
import { ToolHeader } from '../tool-header.tsx';
import { watchText } from './en.ts';
import { WatchFields } from './watch-fields.tsx';
import classes from './watch-page.module.css';
import { WatchRate } from './watch-rate.tsx';
import { WatchTable } from './watch-table.tsx';

/** Why watching has ended, in words. */
function endText(t: Translate<(typeof watchText)['english']>, { code, reason }: StreamEnd): string {
  if (isErrorCode(reason)) return translate(errorText, reason);
  return t(code === CLOSE.done ? 'ended.done' : 'ended.refused');
}

/** The names of the buckets that can be watched; none until they are known. */
function useBucketNames() {
  const { data, error } = useQuery(bucketsQuery);
  useEffect(() => {
    if (error) console.warn('The buckets could not be loaded.', error);
  }, [error]);
  const names = useMemo(() => (data?.buckets ?? []).map(({ name }) => name), [data]);
  return { names, failed: error !== null };
}
/** What is watched, as the address has it. */
const watchSearch: SearchFields<Record<'bucket' | 'prefix' | 'suffix', string>> = {
  bucket: textField,
  prefix: textField,
  suffix: textField,
};

/** What happens in a bucket, while it happens. */
export function WatchPage() {
  const t = useText(watchText);
  const [filter, changeFilter] = useSearch(watchSearch);
  const { bucket, prefix, suffix } = filter;
  const buckets = useBucketNames();
  const { state, start, stop, pause, resume, clear } = useStream(watchBucket);
  const running = state.status !== 'idle';
  const shown = state.frozen ?? state.entries;
  const fresh = newSince(state);

  function exportShown(): void {
    const lines = shown.map((entry) =>
      JSON.stringify(entry.kind === 'message' ? entry.message : { missed: entry.missed ?? null }),
    );
    saveText(t('exportName', { bucket }), `${lines.join('\n')}\n`, 'application/x-ndjson');
  }

  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <form
          className={classes.bar}
          onSubmit={(event) => {
            event.preventDefault();
            start({ params: { bucket }, query: { prefix, suffix } });
          }}
        >
          <WatchFields
            {...buckets}
            filter={filter}
            onChange={(name, value) => changeFilter({ [name]: value })}
            disabled={running}
          />
          {running ? (
            // Not the same element: the click on Stop would go on to submit the form.
            <Button key="stop" type="button" variant="default" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button key="start" type="submit" disabled={!buckets.names.includes(bucket)}>
              {t('start')}
            </Button>
          )}
        </form>
        <div className={classes.line}>
          <span role="status">
            <Tag tone={state.status === 'live' ? 'good' : 'neutral'}>
              {t(`status.${state.status}`)}
            </Tag>
          </span>
          {state.end && <span role="alert">{endText(t, state.end)}</span>}
          <span className={classes.actions}>
            {running && state.frozen === undefined && (
              <Button variant="default" size="xs" onClick={pause}>
                {t('pause')}
              </Button>
            )}
            {state.frozen !== undefined && (
              <Button variant="default" size="xs" onClick={resume}>
                {t('resume', { count: fresh, formatted: formatCount(fresh) })}
              </Button>
            )}
            <Button variant="default" size="xs" disabled={shown.length === 0} onClick={clear}>
              {t('clear')}
            </Button>
            <Button variant="default" size="xs" disabled={shown.length === 0} onClick={exportShown}>
              {t('export')}
            </Button>
          </span>
        </div>
        <WatchRate entries={shown} />
        <WatchTable entries={shown} />
      </PageBody>
    </>
  );
}
