import type { AuditRecord } from '@stowage/contract/tools/audit';
import { formatDateTime, formatDateTimeZone } from '#web/lib/format/dates.ts';
import { formatMilliseconds } from '#web/lib/format/milliseconds.ts';
import { formatCount } from '#web/lib/format/numbers.ts';
import { formatSize } from '#web/lib/format/sizes.ts';
import type { Translate } from '#web/lib/i18n/messages.ts';
import { visibleName } from '#web/lib/names/visible-name.ts';
import type { DataTableColumn } from '#web/ui/data-table-column.ts';
import { Tag } from '#web/ui/tag.tsx';
import { TextCell } from '#web/ui/text-cell.tsx';
import type { auditText } from './en.ts';

export type AuditWords = Translate<(typeof auditText)['english']>;
type Field = keyof (typeof auditText)['english']['column'];

/** Hidden by default. */
const HIDDEN: ReadonlySet<Field> = new Set<Field>([
  ...(['response_status_code', 'request_content_length', 'response_content_length'] as const),
  ...(['time_to_response_ns', 'access_key', 'parent_user', 'error'] as const),
]);

/** Omitted if the table is narrow: bucket and object would have no room. */
const SPARE: ReadonlySet<Field> = new Set<Field>(['remote_host', 'request_id', 'user_agent']);

const WIDTHS: Readonly<Partial<Record<Field, string>>> = {
  time: '168px',
  api_name: 'minmax(104px, 1fr)',
  object: 'minmax(0, 1.6fr)',
  remote_host: '104px',
  request_id: '112px',
  user_agent: 'minmax(96px, 1fr)',
  response_status: '112px',
};

/** Returns a field of a record as text. */
export function fieldText(t: AuditWords, record: AuditRecord, field: Field): string {
  switch (field) {
    case 'time':
      return formatDateTime(record.time);
    case 'object': {
      const more = (record.objects?.length ?? 1) - 1;
      if (more <= 0) return record.object;
      return t('more', { count: more, formatted: formatCount(more), name: record.object });
    }
    case 'request_content_length':
    case 'response_content_length':
      return formatSize(record[field]);
    case 'time_to_response_ns':
      return formatMilliseconds(record.time_to_response_ns / 1e6);
    case 'access_key':
      return record.access_key || t('anonymous');
    case 'response_status_code':
      return String(record.response_status_code);
    default:
      return record[field];
  }
}

/** All fields of a record, in the order of the table. */
export const AUDIT_FIELDS: readonly Field[] = [
  ...(['time', 'api_name', 'bucket', 'object', 'remote_host', 'request_id'] as const),
  ...(['user_agent', 'response_status', 'response_status_code'] as const),
  ...(['request_content_length', 'response_content_length', 'time_to_response_ns'] as const),
  ...(['access_key', 'parent_user', 'error'] as const),
];

/** Returns the columns of the records; those for sizes and keys are hidden by default. */
export function auditColumns(t: AuditWords): readonly DataTableColumn<AuditRecord>[] {
  return AUDIT_FIELDS.map((field) => ({
    id: field,
    header: t(`column.${field}`),
    width: WIDTHS[field] ?? 'minmax(0, 1fr)',
    hidden: HIDDEN.has(field),
    spare: SPARE.has(field),
    sortable: field === 'time',
    ...(field === 'api_name' && { primary: true }),
    ...(field === 'response_status' && { fact: true, narrowWidth: '112px' }),
    cell: (record) => {
      const text = fieldText(t, record, field);
      if (field === 'time') {
        return <TextCell title={formatDateTimeZone(record.time)}>{text}</TextCell>;
      }
      if (field !== 'response_status') return <TextCell title={text}>{text}</TextCell>;
      const failed = record.response_status_code >= 400;
      return <Tag tone={failed ? 'bad' : 'neutral'}>{visibleName(text)}</Tag>;
    },
  }));
}
