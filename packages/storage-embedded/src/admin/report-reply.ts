import { Readable } from 'node:stream';
import type { Reply } from '../http/reply.ts';

/**
 * The answer with a report that is sent while it is made, one JSON document a line.
 *
 * @param onEnd called once, when it was sent or nobody reads it any more
 */
export function reportReply(
  lines: AsyncIterable<object>,
  onEnd: () => void = () => undefined,
): Reply {
  const body = Readable.from(texts(lines)).once('close', onEnd);
  return lastingReply('application/x-ndjson', body);
}

/** The answer with what happens from now on, one JSON document a line, as MinIO types it. */
export function liveReply(body: Readable): Reply {
  return lastingReply('text/event-stream', body);
}

function lastingReply(type: string, body: Readable): Reply {
  return {
    status: 200,
    headers: [
      ...['Content-Type', type],
      // Keeps proxies from holding lines back.
      ...['Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no'],
      // It ends with the store, which would wait for the connection then.
      ...['Connection', 'close'],
    ],
    body,
    lasting: true,
  };
}

async function* texts(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) {
    yield `${JSON.stringify(line)}\n`;
  }
}
