import { readBoundedText } from '@stowage/domain/read-bounded';
import { request } from 'undici';

const WITHIN_MS = 10_000;
const MAX_BYTES = 512 * 1024;

/** A provider could not be reached, or sent an unexpected response. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
}

interface Question {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Fetches a JSON object from a provider. Does not follow redirects; limits time and size. Errors
 * contain nothing that the provider sent.
 *
 * @throws ProviderError
 */
export async function fetchDocument(
  url: URL,
  { method = 'GET', headers = {} }: Question = {},
): Promise<Readonly<Record<string, unknown>>> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  let text: string;
  try {
    const answer = await request(url, {
      ...{ method, signal, reset: true, headersTimeout: WITHIN_MS, bodyTimeout: WITHIN_MS },
      headers: { accept: 'application/json', ...headers },
    });
    // Discarding the rest of a response emits an error.
    answer.body.on('error', () => undefined);
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      throw new ProviderError(`${place(url)} answered with status ${answer.statusCode}`);
    }
    text = await readBoundedText(
      answer.body,
      MAX_BYTES,
      () => new ProviderError(`${place(url)} answered with more than ${MAX_BYTES / 1024} KiB`),
    );
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new ProviderError(`${place(url)} could not be reached: ${reasonOf(error)}`);
  }
  return asObject(url, text);
}

function asObject(url: URL, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProviderError(`${place(url)} answered with something else than a JSON object`);
  }
  return { ...value };
}

/** Returns a URL without the parts that may be secret. */
function place({ origin, pathname }: URL): string {
  return origin + pathname;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'it did not answer';
  }
  if (error.name === 'TimeoutError') {
    return `no answer within ${WITHIN_MS / 1000} seconds`;
  }
  return 'code' in error ? String(error.code) : error.message.slice(0, 200);
}
