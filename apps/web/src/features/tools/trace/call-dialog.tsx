import { Modal } from '@mantine/core';
import type { TraceMessage } from '@stowage/contract/tools/trace';
import { formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatMilliseconds } from '#web/lib/format/milliseconds.ts';
import { formatSizeExact } from '#web/lib/format/sizes.ts';
import { useText } from '#web/lib/i18n/messages.ts';
import { type Fact, FactList } from '#web/ui/fact-list.tsx';
import { traceText } from './en.ts';
import classes from './trace-page.module.css';
import { statusOf, type TraceWords } from './trace-table.tsx';

function factsOf(t: TraceWords, call: TraceMessage): readonly Fact[] {
  const { callStats, refusal } = call;
  return [
    [t('column.time'), formatDateTimeZone(call.time)],
    [t('column.status'), statusOf(t, call)],
    [
      t('detail.refusal'),
      refusal ? [refusal.code, refusal.message].filter(Boolean).join(': ') : '',
    ],
    [
      t('detail.note'),
      [call.statusCode === 0 ? call.statusMsg : '', call.note].filter(Boolean).join(', '),
    ],
    [t('detail.kind'), call.kind],
    [t('detail.method'), call.method],
    [t('detail.path'), call.path],
    [t('detail.query'), call.query],
    [t('detail.client'), call.client],
    [t('detail.accessKey'), call.accessKey],
    [t('detail.node'), call.configuration_id],
    [t('column.load'), formatMilliseconds(callStats.duration)],
    [
      t('detail.firstByte'),
      call.statusCode > 0 ? formatMilliseconds(callStats.timeToFirstByte) : '',
    ],
    [t('column.upload'), formatSizeExact(callStats.rx)],
    [t('column.download'), formatSizeExact(callStats.tx)],
  ];
}

function Headers({ title, headers }: { readonly title: string; readonly headers: object }) {
  return (
    <>
      <h3 className={classes.heading}>{title}</h3>
      <FactList facts={Object.entries(headers)} />
    </>
  );
}

interface CallDialogProps {
  /** Undefined while none is open. */
  readonly call: TraceMessage | undefined;
  readonly onClose: () => void;
}

/** Everything known about a call. */
export function CallDialog({ call, onClose }: CallDialogProps) {
  const t = useText(traceText);
  return (
    <Modal
      opened={call !== undefined}
      onClose={onClose}
      title={call?.api ?? t('detail.title')}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': t('detail.close') }}
    >
      {call && (
        <>
          <FactList facts={factsOf(t, call)} />
          {call.requestHeaders && (
            <Headers title={t('detail.request')} headers={call.requestHeaders} />
          )}
          {call.responseHeaders && (
            <Headers title={t('detail.response')} headers={call.responseHeaders} />
          )}
          {call.requestHeaders && <p className={classes.dialogNote}>{t('detail.secrets')}</p>}
        </>
      )}
    </Modal>
  );
}
