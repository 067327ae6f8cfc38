import { S3Error } from '@stowage/storage-wire/s3-error';
import { parseQuery } from '@stowage/storage-wire/uri';
import type { ApiRequest } from '../../api-request.ts';
import type { Reply } from '../../http/reply.ts';
import { expandEventName } from '../../notifications/event-names.ts';
import { checkFilterValue, compileFilter } from '../../notifications/key-filter.ts';
import { whileAllowed } from '../../while-allowed.ts';
import { existingBucket } from '../buckets.ts';
import type { Operation } from '../operation.ts';

const MAX_PING_SECONDS = 3600;

/** MinIO's extension: streams the events of a bucket as they happen. */
export const listenBucketNotification: Operation = {
  name: 'ListenBucketNotification',
  action: 's3:ListenBucketNotification',
  run: (request) =>
    whileAllowed(
      request,
      's3:ListenBucketNotification',
      listen(request, existingBucket(request).name),
    ),
};

/** MinIO's extension: streams the events of all buckets, including bucket creation and removal. */
export const listenNotification: Operation = {
  name: 'ListenNotification',
  action: 's3:ListenNotification',
  run: (request) => whileAllowed(request, 's3:ListenNotification', listen(request, '')),
};

function listen(request: ApiRequest, bucket: string): Reply {
  const query = [...parseQuery(request.target.rawQuery)];
  const values = (wanted: string) =>
    query.filter(([name]) => name === wanted).map(([, value]) => value);
  const ping = pingOf(values('ping')[0] ?? '');
  const stream = request.store.notifications.listeners.open({
    bucket,
    events: new Set(values('events').flatMap(knownEvents)),
    matches: compileFilter({
      prefix: onlyFilter('prefix', values('prefix')),
      suffix: onlyFilter('suffix', values('suffix')),
    }),
    ...(ping === undefined ? {} : { ping }),
  });
  return {
    status: 200,
    headers: [
      ...['Content-Type', 'text/event-stream'],
      // Keeps proxies from buffering events.
      ...['Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no'],
      // The stream ends when the store closes, which would otherwise wait for the connection.
      ...['Connection', 'close'],
    ],
    body: stream,
    lasting: true,
  };
}

function knownEvents(name: string): readonly string[] {
  const events = expandEventName(name);
  if (events === undefined) {
    const message = 'A specified event is not supported for notifications.';
    throw new S3Error('InvalidArgument', message);
  }
  return events;
}

function onlyFilter(name: string, values: readonly string[]): string {
  if (values.length > 1) {
    throw new S3Error('InvalidArgument', `Cannot specify more than one ${name} rule in a filter.`);
  }
  return checkFilterValue(values[0] ?? '');
}

/** Returns the ping interval in seconds; undefined if not requested. */
function pingOf(text: string): number | undefined {
  if (text === '') {
    return undefined;
  }
  const seconds = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MAX_PING_SECONDS) {
    const message = `The parameter 'ping' must be a number of seconds from 1 to ${MAX_PING_SECONDS}.`;
    throw new S3Error('AuthorizationQueryParametersError', message);
  }
  return seconds;
}
