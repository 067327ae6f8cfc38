import { TRACE_CALLS, type traceCalls } from '@stowage/contract/tools/trace';
import { TRACE_KINDS, type TraceRecord } from '@stowage/storage-client/admin';
import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

type Query = z.output<(typeof traceCalls)['query']>;

const NAMED = new Set<string>(TRACE_CALLS);
/** What the server does by itself: it comes with its calls of itself. */
const INTERNAL = TRACE_KINDS.filter((kind) => kind === 'internal' || !NAMED.has(kind));

/** The server's kinds for what was chosen. Throws InvalidInput for a kind that there is not. */
export function traceKinds(calls: string = 's3'): readonly string[] {
  if (calls === 'all') return TRACE_KINDS;
  // MinIO's console writes a comma behind each.
  return calls
    .replace(/,$/, '')
    .split(',')
    .flatMap((call) => {
      if (!NAMED.has(call)) throw new ConsoleError('InvalidInput', { field: 'calls' });
      return call === 'internal' ? INTERNAL : [call];
    });
}

/** Whether a record is what the caller asked for. What has no status or method fits none that is asked for. */
export function traceFilter(query: Query): (record: TraceRecord) => boolean {
  const status = query.statusCode ? Number(query.statusCode) : undefined;
  const method = query.method?.toUpperCase();
  const name = query.funcname?.toLowerCase() ?? '';
  const path = query.path?.toLowerCase() ?? '';
  const onlyErrors = query.onlyErrors === 'yes';
  return (record) =>
    (status === undefined || record.http?.status === status) &&
    (!method || record.http?.method === method) &&
    record.name.toLowerCase().includes(name) &&
    record.path.toLowerCase().includes(path) &&
    (!onlyErrors || hasFailed(record));
}

/** Whether what was done has failed: a call that was refused, or work with an error. */
export function hasFailed({ http, error }: TraceRecord): boolean {
  return http ? http.status >= 400 : error !== '';
}
