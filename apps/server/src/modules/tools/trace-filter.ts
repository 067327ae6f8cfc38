import { TRACE_CALLS, type traceCalls } from '@stowage/contract/tools/trace';
import { TRACE_KINDS, type TraceRecord } from '@stowage/storage-client/admin';
import type { z } from 'zod';
import { ConsoleError } from '../../console-error.ts';

type Query = z.output<(typeof traceCalls)['query']>;

const NAMED = new Set<string>(TRACE_CALLS);
/** The server's background work, which is traced along with its internal calls. */
const INTERNAL = TRACE_KINDS.filter((kind) => kind === 'internal' || !NAMED.has(kind));

/** Returns the server's kinds for the selection. Throws InvalidInput for an unknown kind. */
export function traceKinds(calls: string = 's3'): readonly string[] {
  if (calls === 'all') return TRACE_KINDS;
  // MinIO's console appends a comma.
  return calls
    .replace(/,$/, '')
    .split(',')
    .flatMap((call) => {
      if (!NAMED.has(call)) throw new ConsoleError('InvalidInput', { field: 'calls' });
      return call === 'internal' ? INTERNAL : [call];
    });
}

/**
 * Creates a filter for the requested records. A record without a status or method does not match a
 * filter on it.
 */
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

/** Whether a call was rejected, or background work failed. */
export function hasFailed({ http, error }: TraceRecord): boolean {
  return http ? http.status >= 400 : error !== '';
}
