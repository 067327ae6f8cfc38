import { WATCH_EVENTS, type WatchEvent, watchBucket } from '@stowage/contract/tools/watch';
import type { BucketEvent } from '@stowage/storage-client/s3';
import { ConsoleError } from '../../console-error.ts';
import type { StreamModule } from '../../plugins/contract-streams.ts';
import { checkBucket } from '../../storage-names.ts';
import type { StorageAccess } from '../../upstream/storage.ts';

/** The S3 event names that `mc watch` calls put, get and delete. */
const EVENTS: Readonly<Record<string, string>> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
};

/** Streams the events of a bucket from the storage server. */
export function watchStreams(storage: StorageAccess): StreamModule {
  return ({ stream }) => {
    stream(watchBucket, async ({ session, params, query, signal }) => {
      const { s3 } = storage.clientsOf(session);
      const events = await s3.listenBucketNotification({
        bucket: checkBucket(params.bucket),
        events: eventNames(query.events),
        prefix: query.prefix ?? '',
        suffix: query.suffix ?? '',
        signal,
      });
      return present(events);
    });
  };
}

function eventNames(kinds: string = WATCH_EVENTS.join()): readonly string[] {
  return kinds.split(',').map((kind) => {
    const name = Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
    if (name === undefined) throw new ConsoleError('InvalidInput', { field: 'events' });
    return name;
  });
}

async function* present(events: AsyncIterable<BucketEvent>): AsyncGenerator<WatchEvent> {
  for await (const { time, name, bucket, key, size, host, port, userAgent } of events) {
    yield {
      Time: time,
      Size: size,
      Path: `${bucket}/${key}`,
      Type: name,
      Host: host,
      Port: port,
      UserAgent: userAgent,
    };
  }
}
