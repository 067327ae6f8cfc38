import { JsonObject } from './admin/json.ts';
import { responseUnreadable } from './answer-error.ts';
import { StorageRequestError } from './errors.ts';
import type { Answer, Call } from './transport.ts';
import { transportError } from './transport-error.ts';

const MAX_LINE = 1024 * 1024;

/**
 * The documents of an answer that is sent while it is made, one a line. Lines without a document
 * are signs of life. Reading goes on until the server ends the answer or the call's signal is aborted.
 *
 * @param longest characters of a line
 * @throws StorageRequestError InvalidResponse for a line that is too long or no JSON; else what
 *   `Transport.send` throws, the signal's reason included
 */
export async function* readJsonLines(
  answer: Answer,
  call: Pick<Call, 'signal'>,
  longest = MAX_LINE,
): AsyncGenerator<JsonObject> {
  // The body's own decoding leaves bytes as they are that came with the headers.
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of answer.body as AsyncIterable<Uint8Array>) {
      const piece = decoder.decode(bytes, { stream: true });
      // Only what is new is looked through: a line may be megabytes and come in many pieces.
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
