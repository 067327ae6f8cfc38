import { parseGoDuration } from '@stowage/domain/go-duration';
import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ApiRequest } from '../api-request.ts';
import type { Operation } from '../s3/operation.ts';
import { TRACE, TRACE_PARAMETERS } from '../tracing/trace-types.ts';
import type { TraceWish } from '../tracing/tracer.ts';
import { liveReply } from './report-reply.ts';

/** The older clients' parameter for all kinds. */
const ALL = TRACE.s3 | TRACE.internal | TRACE.storage | TRACE.os;

/** Streams the store's operations as they happen. */
export const traceServer: Operation = {
  name: 'Trace',
  action: 'admin:ServerTrace',
  run: (request) => liveReply(request.store.tracer.watch(readWish(request))),
};

function readWish({ query }: ApiRequest): TraceWish {
  const isSet = (name: string) => query.get(name) === 'true';
  const types = Object.entries(TRACE_PARAMETERS)
    .filter(([name]) => isSet(name))
    .reduce((sum, [, type]) => sum | type, isSet('all') ? ALL : 0);
  return {
    types,
    onlyErrors: isSet('err'),
    threshold: readDuration(query.get('threshold')),
    firstByte: readDuration(query.get('threshold-ttfb')),
  };
}

/** Nanoseconds. */
function readDuration(text: string = ''): number {
  const milliseconds = text === '' ? 0 : parseGoDuration(text);
  if (milliseconds === undefined) {
    throw new S3Error('InvalidRequest', 'A threshold is a duration such as 5ms.');
  }
  return milliseconds * 1e6;
}
