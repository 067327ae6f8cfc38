import { JsonObject } from './admin/json.ts';
import { responseUnreadable } from './answer-error.ts';
import { StorageRequestError } from './errors.ts';
import type { Answer, Call } from './transport.ts';
import { transportError } from './transport-error.ts';

const MAX_LINE = 1024 * 1024;

/**
 * Yields the documents of a streaming response, one per line. Lines without a document are
 * keep-alives. Ends when the server ends the response or the call's signal is aborted.
 *
 * @param longest maximum characters per line
 * @throws StorageRequestError InvalidResponse for a line that is too long or not JSON; otherwise
 *    what `Transport.send` throws, including the signal's reason
 */
export async function* readJsonLines(
  answer: Answer,
  call: Pick<Call, 'signal'>,
  longest = MAX_LINE,
): AsyncGenerator<JsonObject> {
  // The body's built-in decoding does not apply to bytes that arrived together with the headers.
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of answer.body as AsyncIterable<Uint8Array>) {
      const piece = decoder.decode(bytes, { stream: true });
      // Searches only new data: a line may be megabytes long and arrive in many pieces.
      const [rest = '', ...further] = piece.split('\n');
      const lines = [text + rest, ...further];
      text = lines.pop() ?? '';
      if (text.length > longest) {
        throw responseUnreadable(answer.status, `A line is longer than ${longest} characters.`);
      }
      for (const line of lines) {
        if (line.trim() !== '') {
          yield JsonObject.parseLine(line);
        }
      }
    }
    if (text.trim() !== '') {
      yield JsonObject.parseLine(text);
    }
  } catch (error) {
    throw error instanceof StorageRequestError ? error : transportError(error, call);
  }
}
