import { type TraceMessage, traceCalls } from '@stowage/contract/tools/trace';
import { useState } from 'react';
import { ToolHeader } from '#web/entities/tools/tool-header.tsx';
import { formatCount } from '#web/lib/format/numbers.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { useSearch } from '#web/lib/router/navigation.ts';
import { pagePath } from '#web/lib/router/page-path.ts';
import { formatSearch } from '#web/lib/router/search.ts';
import type { StreamEntry } from '#web/lib/stream/stream-state.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { Form } from '#web/ui/form/form.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { StreamBar, StreamSwitch } from '#web/ui/stream/stream-bar.tsx';
import { CallDialog } from './call-dialog.tsx';
import { CallSummaryTable } from './call-summary-table.tsx';
import { traceText } from './en.ts';
import { callSummary } from './model/call-summary.ts';
import { filterErrors, type TraceFilter, traceQuery, traceSearch } from './model/trace-filter.ts';
import { TraceFields } from './trace-fields.tsx';
import classes from './trace-page.module.css';
import { TraceTable } from './trace-table.tsx';

const options = { fold: callSummary };

/** Returns why the trace cannot start, in the texts of its fields. */
function useMissing(filter: TraceFilter): string | undefined {
  const t = useText(traceText);
  const [wrong] = filterErrors(filter);
  if (wrong !== undefined) return t(`${wrong}Error`);
  return filter.calls.length === 0 ? t('noCalls') : undefined;
}

/** The storage server's activity in real time. */
export function TracePage() {
  const t = useText(traceText);
  const [{ call: openId, ...filter }, change] = useSearch(traceSearch);
  const stream = useStream(traceCalls, options);
  const { state, start, stop } = stream;
  const [wasStarted, setWasStarted] = useState(state.received > 0);
  const running = state.status !== 'idle';
  const missing = useMissing(filter);
  const shown = state.frozen ?? state.entries;
  const hrefOf = ({ id }: { readonly id: number }) =>
    pagePath('trace') + formatSearch(traceSearch, { ...filter, call: String(id) });

  return (
    <>
      <ToolHeader title={t('title')} />
      <PageBody width="full">
        <Form
          className={classes.bar}
          form={{ check: () => missing === undefined }}
          busy={running}
          onSubmit={() => {
            setWasStarted(true);
            change({ call: '' });
            start({ query: traceQuery(filter) });
          }}
        >
          <TraceFields filter={filter} onChange={change} disabled={running} />
          <StreamSwitch running={running} onStop={stop} missing={missing} />
        </Form>
        <StreamBar
          stream={stream}
          status={{ idle: t('status.idle'), live: t('status.live') }}
          exportName={t('exportName')}
        >
          {state.received > 0 && (
            <span className={classes.quiet}>
              {t('received', { count: state.received, formatted: formatCount(state.received) })}
              {state.missed > 0 &&
                `, ${t('missing', { count: state.missed, formatted: formatCount(state.missed) })}`}
            </span>
          )}
        </StreamBar>
        <div className={classes.beside}>
          <TraceTable entries={shown} started={wasStarted} hrefOf={hrefOf} />
          <CallSummaryTable summary={state.summary} />
        </div>
        <OpenCall id={openId} shown={shown} onClose={() => change({ call: '' })} />
      </PageBody>
    </>
  );
}

type Shown = StreamEntry<TraceMessage>;

/** The open call, even if its row has since been dropped. */
function OpenCall({ id, shown, onClose }: OpenCallProps) {
  const entry = shown.find((each) => String(each.id) === id);
  const [kept, setKept] = useState(entry);
  if (entry && entry !== kept) setKept(entry);
  const open = String(kept?.id) === id ? kept : undefined;
  return (
    <CallDialog call={open?.kind === 'message' ? open.message : undefined} onClose={onClose} />
  );
}

interface OpenCallProps {
  /** Id of its row. */
  readonly id: string;
  readonly shown: readonly Shown[];
  readonly onClose: () => void;
}
