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
  return {
    status: 200,
    headers: [
      ...['Content-Type', 'application/x-ndjson'],
      ...['Cache-Control', 'no-cache', 'X-Accel-Buffering', 'no'],
      // The report ends with the store, which would wait for the connection then.
      ...['Connection', 'close'],
    ],
    body: Readable.from(texts(lines)).once('close', onEnd),
    lasting: true,
  };
}

async function* texts(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) {
    yield `${JSON.stringify(line)}\n`;
  }
}
