import { NativeSelect, TextInput } from '@mantine/core';
import { consoleLog } from '@stowage/contract/tools/logs';
import { useEffect, useMemo, useState } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch, type SearchFields, textField } from '#web/lib/router/search.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { PageBody } from '#web/ui/page-body.tsx';
import { StreamBar, StreamSwitch } from '#web/ui/stream/stream-bar.tsx';
import { logsText } from './en.ts';
import { LogDialog } from './log-dialog.tsx';
import { isHighlighted, type LogLine, logLines } from './log-lines.ts';
import { LogTable } from './log-table.tsx';
import classes from './logs-page.module.css';

const levels = ['FATAL', 'ERROR', 'WARNING', 'EVENT', 'INFO'];

/** The parameters of the address; `line` is the one whose details are open. */
const logsSearch: SearchFields<Record<'highlight' | 'level' | 'line', string>> = {
  highlight: textField,
  level: textField,
  line: textField,
};

/** Returns the log of the storage server, from opening the page on. */
function useLog() {
  const stream = useStream(consoleLog);
  const { state, start } = stream;
  useEffect(() => start({}), [start]);
  useEffect(() => {
    if (state.end) console.info('connection closed by server');
  }, [state.end]);
  return stream;
}

/** The log of the storage server, live. */
export function LogsPage() {
  const t = useText(logsText);
  const [{ highlight, level, line: openId }, change] = useSearch(logsSearch);
  const stream = useLog();
  const { state, start, stop } = stream;
  const shown = state.frozen ?? state.entries;
  const lines = useMemo(() => logLines(shown, level).toReversed(), [shown, level]);
  const found = lines.filter((line) => isHighlighted(line, highlight)).length;
  const hrefOf = ({ id }: LogLine) =>
    pagePath('logs') + formatSearch(logsSearch, { highlight, level, line: id });

  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody>
        <form
          className={classes.bar}
          onSubmit={(event) => {
            event.preventDefault();
            change({ line: '' });
            start({});
          }}
        >
          <TextInput
            label={t('highlight')}
            type="search"
            value={highlight}
            maxLength={200}
            onChange={(event) => change({ highlight: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('level')}
            data={[{ value: '', label: t('allLevels') }, ...levels]}
            value={level}
            onChange={(event) => change({ level: event.currentTarget.value })}
          />
          <StreamSwitch running={state.status !== 'idle'} onStop={stop} />
        </form>
        <StreamBar
          stream={stream}
          status={{ idle: t('status.idle'), live: t('status.live') }}
          exportName={t('exportName')}
        >
          {highlight !== '' && (
            <span className={classes.quiet} role="status">
              {t('found', { count: found, formatted: formatCount(found) })}
            </span>
          )}
        </StreamBar>
        <LogTable lines={lines} search={highlight} hrefOf={hrefOf} />
        <OpenLine id={openId} lines={lines} onClose={() => change({ line: '' })} />
      </PageBody>
    </>
  );
}

interface OpenLineProps {
  readonly id: string;
  readonly lines: readonly LogLine[];
  readonly onClose: () => void;
}

/** The open entry, even if its line has since been dropped. */
function OpenLine({ id, lines, onClose }: OpenLineProps) {
  const line = lines.find((each) => each.id === id);
  const [kept, setKept] = useState(line);
  if (line && line.entry !== kept?.entry) setKept(line);
  return <LogDialog entry={kept?.id === id ? kept.entry : undefined} onClose={onClose} />;
}
