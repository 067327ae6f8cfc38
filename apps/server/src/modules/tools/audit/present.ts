import type {
  AuditFilterName,
  AuditSummary,
  AuditRecord as Shown,
} from '@stowage/contract/tools/audit';
import { USER_AGENT } from '@stowage/storage-client/user-agent';
import type {
  AuditFilter,
  AuditPage,
  AuditRange,
  AuditSummary as Kept,
} from '../../../audit-log/audit-log.ts';
import { ConsoleError } from '../../../console-error.ts';

const DAY = 86_400_000;

const FIELDS = {
  bucket: 'bucket',
  object: 'object',
  api_name: 'api',
  request_id: 'requestId',
  user_agent: 'userAgent',
  response_status: 'status',
  account: 'account',
} as const satisfies Record<AuditFilterName, keyof AuditFilter>;

interface Wanted {
  readonly fp?: readonly string[] | undefined;
  readonly withoutConsole?: 'true' | undefined;
}

/** Parses a filter from repeated 'field:pattern' values. */
export function filterOf({ fp = [], withoutConsole }: Wanted): AuditFilter {
  const filter = {
    ...{ api: '', bucket: '', object: '', requestId: '', userAgent: '', status: '', account: '' },
  };
  for (const text of fp) {
    const name = text.slice(0, text.indexOf(':')) as AuditFilterName;
    filter[FIELDS[name]] = text.slice(name.length + 1);
  }
  return withoutConsole ? { ...filter, exceptUserAgent: USER_AGENT } : filter;
}

/** @throws ConsoleError that names the field */
export function rangeOf(
  {
    timeStart,
    timeEnd,
  }: { readonly timeStart?: string | undefined; readonly timeEnd?: string | undefined },
  now = Date.now(),
): AuditRange {
  const to = timeEnd === undefined ? now + 1 : Date.parse(timeEnd);
  const from = timeStart === undefined ? to - DAY : Date.parse(timeStart);
  if (from >= to) {
    const detail = 'The start of the range must be before its end.';
    throw new ConsoleError('InvalidInput', { field: 'timeStart', detail });
  }
  return { from, to };
}

export function presentRecord(record: AuditPage['records'][number]): Shown {
  const objects: readonly string[] = record.objects === '' ? [] : JSON.parse(record.objects);
  return {
    time: new Date(record.time).toISOString(),
    api_name: record.api,
    bucket: record.bucket,
    object: record.object || (objects[0] ?? ''),
    ...(objects.length > 0 && { objects: [...objects] }),
    remote_host: record.remoteHost,
    request_id: record.requestId,
    user_agent: record.userAgent,
    response_status: record.status,
    response_status_code: record.statusCode,
    request_content_length: record.received,
    response_content_length: record.sent,
    time_to_response_ns: record.nanoseconds,
    access_key: record.accessKey,
    parent_user: record.parentUser,
    error: record.error,
  };
}

export function presentSummary({
  step,
  slots,
  apis,
  buckets,
  accounts,
  statuses,
}: Kept): AuditSummary {
  return {
    step: step / 1000,
    slots: slots.map(({ time, ...count }) => ({ time: new Date(time).toISOString(), ...count })),
    apis: [...apis],
    buckets: [...buckets],
    accounts: [...accounts],
    statuses: [...statuses],
  };
}
