import { objectPath } from '@stowage/storage-wire/uri';
import type { JsonObject } from '../admin/json.ts';
import { readJsonLines } from '../json-lines.ts';
import type { Answer, Call, Transport } from '../transport.ts';
import type { BucketEvent, ListenOperations } from './types-listen.ts';

/**
 * Interval of the server's keep-alives, so that a quiet bucket does not look like a broken
 * connection.
 */
const PING_SECONDS = '10';

export function listenOperations(transport: Transport): ListenOperations {
  return {
    async listenBucketNotification({ bucket, events, prefix, suffix, signal }) {
      const call: Call = {
        method: 'GET',
        path: objectPath(bucket),
        query: { events, prefix, suffix, ping: PING_SECONDS },
        signal,
        transfer: true,
      };
      return readEvents(await transport.send(call), call);
    },
  };
}

async function* readEvents(answer: Answer, call: Call): AsyncGenerator<BucketEvent> {
  for await (const document of readJsonLines(answer, call)) {
    yield* eventsOf(document);
  }
}

function eventsOf(document: JsonObject): readonly BucketEvent[] {
  return document.objects('Records').map((record) => {
    const subject = record.object('s3');
    const object = subject.object('object');
    const source = record.object('source');
    return {
      time: record.text('eventTime'),
      name: record.text('eventName'),
      bucket: subject.object('bucket').text('name'),
      key: object.text('key'),
      size: object.number('size'),
      host: source.text('host'),
      port: source.text('port'),
      userAgent: source.text('userAgent'),
    };
  });
}
