import { Button, Loader } from '@mantine/core';
import { CLOSE } from '@stowage/contract/stream';
import {
  SPEED_TESTS,
  type SpeedMessage,
  type SpeedResult,
  speedTest,
} from '@stowage/contract/tools/speed-test';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import type { StreamEnd } from '#web/lib/stream/connection.ts';
import type { StreamFold } from '#web/lib/stream/stream-state.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { QueryFailure } from '#web/ui/error-state.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { SectionHeader } from '#web/ui/section-header.tsx';
import { streamEndText } from '#web/ui/stream/stream-end-text.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import { speedTestsQuery } from './api.ts';
import { speedTestText } from './en.ts';
import { resultText } from './result-text.ts';
import classes from './speed-test-page.module.css';

type Text = Translate<(typeof speedTestText)['english']>;
type Kind = SpeedResult['kind'];

/** The last message. */
const fold: StreamFold<SpeedMessage, SpeedMessage | undefined> = {
  empty: undefined,
  add: (known, entries) =>
    entries.reduce((last, entry) => (entry.kind === 'message' ? entry.message : last), known),
};

function endText(t: Text, end: StreamEnd): string | undefined {
  return end.code === CLOSE.done ? undefined : t('ended', { reason: streamEndText(end) });
}

function resultColumns(t: Text): readonly DataTableColumn<SpeedResult>[] {
  return [
    {
      id: 'time',
      header: t('results.column.time'),
      primary: true,
      width: '216px',
      cell: ({ at }) => <TextCell>{formatDateTimeZone(at)}</TextCell>,
    },
    {
      id: 'kind',
      header: t('results.column.kind'),
      fact: true,
      width: '112px',
      narrowWidth: '96px',
      cell: ({ kind }) => <TextCell>{t(`kind.${kind}`)}</TextCell>,
    },
    {
      id: 'account',
      header: t('results.column.account'),
      cell: ({ account }) => <TextCell title={account}>{account}</TextCell>,
    },
  ];
}

function Results() {
  const t = useText(speedTestText);
  const query = useQuery(speedTestsQuery);
  const columns = useMemo(() => resultColumns(t), [t]);
  return (
    <section className={classes.section} aria-label={t('results.title')}>
      <SectionHeader title={t('results.title')} count={query.data?.results.length} />
      {query.isLoadingError ? (
        <QueryFailure title={t('results.failed')} query={query} />
      ) : (
        <DataTable
          id="speed-tests"
          label={t('results.title')}
          entity={t('results.entity')}
          columns={columns}
          rows={query.data?.results ?? []}
          lines={2}
          loading={query.isPending}
          rowKey={({ at, kind }) => `${at} ${kind}`}
          rowName={({ at }) => formatDateTimeZone(at)}
          rowNote={(result) => resultText(t, result)}
        />
      )}
    </section>
  );
}

function Tests() {
  const t = useText(speedTestText);
  const queryClient = useQueryClient();
  const { state, start, stop } = useStream(speedTest, { limit: 1, fold });
  const [kind, setKind] = useState<Kind>('drive');
  const [wasLost, setWasLost] = useState(false);
  const running = state.status !== 'idle';
  const isLost = state.status === 'reconnecting';
  const { summary, end } = state;
  const isKept = summary?.result !== undefined;
  useEffect(() => {
    if (isKept) void queryClient.invalidateQueries({ queryKey: speedTestsQuery.queryKey });
  }, [isKept, queryClient]);
  useEffect(() => {
    // A reconnect would start another measurement without the user asking for it.
    if (!isLost) return;
    stop();
    setWasLost(true);
  }, [isLost, stop]);
  const ended = wasLost ? t('lost') : end && endText(t, end);
  return (
    <>
      <p className={classes.about}>{t('about')}</p>
      <div className={classes.bar}>
        {SPEED_TESTS.map((name) => (
          <Button
            key={name}
            variant="default"
            disabled={running}
            onClick={() => {
              setKind(name);
              setWasLost(false);
              start({ params: { kind: name } });
            }}
          >
            {t(`run.${name}`)}
          </Button>
        ))}
        {running && (
          <span className={classes.running} role="status">
            <Loader size="xs" />
            {t('running', { kind: t(`kind.${kind}`) })}
            <Button variant="default" size="xs" onClick={stop}>
              {t('stop')}
            </Button>
          </span>
        )}
      </div>
      {!running && ended && <p role="alert">{ended}</p>}
      {!running && summary?.finished && !summary.result && <p role="status">{t('singleServer')}</p>}
      <Results />
    </>
  );
}

/** The performance of the storage server, currently and in earlier tests. */
export function SpeedTestPage() {
  const t = useText(speedTestText);
  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <Tests />
      </PageBody>
    </>
  );
}
