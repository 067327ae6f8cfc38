import type { EventSubscription, EventTarget } from '@stowage/contract/bucket-admin/events';
import type { Translate } from '#web/lib/i18n/messages.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { eventsText } from './en.ts';
import { targetOfArn } from './model/event-target.ts';
import { eventNames } from './model/subscription.ts';

type Text = Translate<(typeof eventsText)['english']>;

/** Returns the kind of a subscription's target, and whether the server cannot reach it. */
function targetNote(t: Text, arn: string, targets: readonly EventTarget[]): string {
  const { kind } = targetOfArn(arn);
  const offline = targets.some((target) => target.arn === arn && target.online === false);
  return offline ? `${kind} · ${t('offline')}` : kind;
}

/** Returns the columns of the list of subscriptions. */
export function eventColumns(
  t: Text,
  targets: readonly EventTarget[],
): readonly DataTableColumn<EventSubscription>[] {
  const name = (text: string) => (
    <TextCell title={text === '' ? undefined : text}>{text === '' ? t('any') : text}</TextCell>
  );
  return [
    {
      id: 'sqs',
      header: t('column.sqs'),
      primary: true,
      width: 'minmax(0, 2fr)',
      cell: ({ arn }) => (
        <TextCell title={arn} note={targetNote(t, arn, targets)}>
          {arn}
        </TextCell>
      ),
    },
    {
      id: 'events',
      header: t('column.events'),
      fact: true,
      narrowWidth: '88px',
      cell: (row) => <TextCell title={eventNames(row)}>{eventNames(row)}</TextCell>,
    },
    { id: 'prefix', header: t('column.prefix'), cell: ({ prefix }) => name(prefix) },
    { id: 'suffix', header: t('column.suffix'), cell: ({ suffix }) => name(suffix) },
  ];
}
