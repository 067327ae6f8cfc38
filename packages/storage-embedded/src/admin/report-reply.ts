import { Readable } from 'node:stream';
import type { Reply } from '../http/reply.ts';

/**
 * Returns a reply that streams a report while it is generated, one JSON document per line.
 *
 * @param onEnd called once, when the report was sent or the client disconnected
 */
export function reportReply(
  lines: AsyncIterable<object>,
  onEnd: () => void = () => undefined,
): Reply {
  const body = Readable.from(texts(lines)).once('close', onEnd);
  return lastingReply('application/x-ndjson', body);
}

/**
 * Returns a reply that streams events as they happen, one JSON document per line, with MinIO's
 * content type.
 */
export function liveReply(body: Readable): Reply {
  return lastingReply('text/event-stream', body);
}

function lastingReply(type: string, body: Readable): Reply {
  return {
    status: 200,
    headers: [
      ...['Content-Type', type],
      // Keeps proxies from buffering lines.
      ...['Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no'],
      // The reply lasts until the store closes, which would otherwise wait for the kept-alive
      // connection.
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
