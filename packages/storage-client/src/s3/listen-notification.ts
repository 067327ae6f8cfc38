import { objectPath } from '@stowage/storage-wire/uri';
import { JsonObject } from '../admin/json.ts';
import { responseUnreadable } from '../answer-error.ts';
import { StorageRequestError } from '../errors.ts';
import type { Answer, Call, Transport } from '../transport.ts';
import { transportError } from '../transport-error.ts';
import type { BucketEvent, ListenOperations } from './types-listen.ts';

/** Signs of life of the server, so that a silent bucket is no broken connection. */
const PING_SECONDS = '10';
const MAX_LINE = 1024 * 1024;

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

/** One JSON document a line; lines without one are signs of life. */
async function* readEvents(answer: Answer, call: Call): AsyncGenerator<BucketEvent> {
  let text = '';
  try {
    for await (const piece of answer.body.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (text + piece).split('\n');
      text = lines.pop() ?? '';
      if (text.length > MAX_LINE) {
        throw responseUnreadable(answer.status, `An event is longer than ${MAX_LINE} characters.`);
      }
      for (const line of lines) {
        yield* eventsOf(line);
      }
    }
  } catch (error) {
    throw error instanceof StorageRequestError ? error : transportError(error, call);
  }
}

function eventsOf(line: string): readonly BucketEvent[] {
  if (line.trim() === '') {
    return [];
  }
  return JsonObject.parse(Buffer.from(line))
    .objects('Records')
    .map((record) => {
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
