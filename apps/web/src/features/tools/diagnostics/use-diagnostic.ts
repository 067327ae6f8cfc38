import { CLOSE } from '@stowage/contract/stream';
import { type HealthMessage, healthInfo } from '@stowage/contract/tools/diagnostics';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#web/lib/api/api-error.ts';
import { setClientState, useClientState } from '#web/lib/client-state/client-state.ts';
import { showError, showMessage } from '#web/lib/client-state/notify.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import type { StreamEnd } from '#web/lib/stream/connection.ts';
import type { StreamEntry, StreamFold } from '#web/lib/stream/stream-state.ts';
import { useStream } from '#web/lib/stream/use-stream.ts';
import { streamEndText } from '#web/ui/stream/stream-end-text.ts';
import { diagnosticsText } from './en.ts';

/** The result of a diagnostic. */
export interface Diagnosis {
  /** Names of the parts gathered so far. */
  readonly progress: readonly string[];
  readonly report: HealthMessage | undefined;
}

function add(known: Diagnosis, entries: readonly StreamEntry<HealthMessage>[]): Diagnosis {
  let { progress, report } = known;
  for (const entry of entries) {
    if (entry.kind !== 'message') continue;
    if (entry.message.progress) progress = entry.message.progress;
    else report = entry.message;
  }
  return { progress, report };
}

const fold: StreamFold<HealthMessage, Diagnosis> = {
  empty: { progress: [], report: undefined },
  add,
};

/** Longer than any report takes; the server gives up at that point. */
const deadline = '1h';

/** Gathers a report, and announces its start and end (DIAG-05 to DIAG-11). */
export function useDiagnostic() {
  const t = useText(diagnosticsText);
  const status = useClientState('serverDiagnosticStatus');
  const { state, start, stop } = useStream(healthInfo, { limit: 1, fold });
  const isLost = state.status === 'reconnecting';

  const finish = useEffectEvent((end?: StreamEnd) => {
    const isWell = end?.code === CLOSE.done;
    setClientState({ serverDiagnosticStatus: isWell ? 'success' : 'error' });
    if (isWell) return showMessage(t('ready'));
    const detail = end && streamEndText(end);
    showError(new ApiError({ status: undefined, message: t('failed'), detail }));
  });
  const { end } = state;
  useEffect(() => {
    if (end) finish(end);
  }, [end]);
  useEffect(() => {
    // An interrupted report is not resumed: it would silently start over.
    if (isLost) {
      stop();
      finish();
    }
  }, [isLost, stop]);
  const leave = useEffectEvent(() => {
    if (status === 'inProgress') setClientState({ serverDiagnosticStatus: '' });
  });
  useEffect(() => () => leave(), []);

  return {
    status,
    diagnosis: state.summary,
    begin() {
      setClientState({ serverDiagnosticStatus: 'inProgress' });
      showMessage(t('started'));
      start({ query: { deadline } });
    },
  };
}
