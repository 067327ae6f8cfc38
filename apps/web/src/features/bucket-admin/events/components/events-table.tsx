import type { EventSubscription, EventTarget } from '@stowage/contract/bucket-admin/events';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Translate, useText } from '#web/lib/i18n/messages.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { DataTableColumn, RowAction } from '#web/ui/data-table-column.ts';
import { TextCell } from '#web/ui/text-cell.tsx';
import { eventsText } from '../en.ts';
import { targetOfArn } from '../model/event-target.ts';
import { eventNames, subscriptionKey } from '../model/subscription.ts';

type Text = Translate<(typeof eventsText)['english']>;

/** Kind of a subscription's target, and whether the server cannot reach it. */
function targetNote(t: Text, arn: string, targets: readonly EventTarget[]): string {
  const { kind } = targetOfArn(arn);
  const offline = targets.some((target) => target.arn === arn && target.online === false);
  return offline ? `${kind} · ${t('offline')}` : kind;
}

function eventColumns(
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

interface EventsTableProps {
  readonly rows: readonly EventSubscription[];
  readonly loading: boolean;
  readonly targets: readonly EventTarget[];
  /** Undefined where the caller may not delete a subscription. */
  readonly onDelete: ((subscription: EventSubscription) => void) | undefined;
}

/** The subscriptions of a bucket. */
export function EventsTable({ rows, loading, targets, onDelete }: EventsTableProps) {
  const t = useText(eventsText);
  const columns = useMemo(() => eventColumns(t, targets), [t, targets]);
  const actions = useMemo<readonly RowAction<EventSubscription>[]>(
    () =>
      onDelete === undefined
        ? []
        : [
            {
              id: 'delete',
              label: t('delete.action'),
              icon: <IconTrash size={18} stroke={1.6} aria-hidden />,
              danger: true,
              onSelect: onDelete,
            },
          ],
    [t, onDelete],
  );
  return (
    <DataTable
      id="bucket-events"
      label={t('list')}
      entity={t('entity')}
      columns={columns}
      rows={rows}
      rowKey={subscriptionKey}
      rowName={({ arn }) => arn}
      rowActions={() => actions}
      {...(onDelete === undefined ? {} : { onDelete })}
      lines={2}
      loading={loading}
    />
  );
}
