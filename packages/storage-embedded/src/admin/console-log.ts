import type { ApiRequest } from '../api-request.ts';
import type { Operation } from '../s3/operation.ts';
import type { LogWish } from '../tracing/console-log.ts';
import { liveReply } from './report-reply.ts';

/** How many past entries to send first by default. */
const DEFAULT_LAST = 10;
/** MinIO's former names of kinds, both of which meant all errors. */
const FORMER = new Set(['', 'ALL', 'MINIO', 'APPLICATION']);

/** Streams the store's log: the latest entries, then new ones as they are written. */
export const readConsoleLog: Operation = {
  name: 'ConsoleLog',
  action: 'admin:ConsoleLog',
  run: (request) => liveReply(request.store.consoleLog.read(readWish(request))),
};

function readWish({ query }: ApiRequest): LogWish {
  const node = (query.get('node') ?? '').toLowerCase();
  const kind = (query.get('logType') ?? '').toUpperCase();
  const limit = query.get('limit') ?? '';
  return {
    last: /^[0-9]{1,6}$/.test(limit) ? Number(limit) : DEFAULT_LAST,
    matches: ({ level }, place) =>
      (FORMER.has(kind) || level === kind) &&
      (node === '' || place.node.startsWith(`${node}:`) || place.node === node),
  };
}
