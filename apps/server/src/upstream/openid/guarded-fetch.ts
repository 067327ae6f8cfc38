import { readBounded } from '@stowage/domain/read-bounded';
import type { StorageDispatcher } from '@stowage/storage-client/dispatcher';
import type { CustomFetch } from 'openid-client';
import { connectionFailure } from '../connection-failure.ts';

/** What providers answer is small: the document, keys, tokens. */
const MAX_BYTES = 1024 * 1024;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Asks a provider through a pool of connections and its rule which addresses are refused, with a bound
 * on the size of the answer and without following where it leads.
 */
export function guardedFetch(pool: StorageDispatcher): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const { origin, pathname, search } = new URL(url);
    const asked = pool.request({
      ...{ origin, path: pathname + search, method: method === 'POST' ? 'POST' : 'GET', headers },
      // The library sends forms only.
      ...(body && { body: String(body) }),
      ...(signal && { signal }),
    });
    const { answer, bytes } = await readWhole(asked);
    const { statusCode: status } = answer;
    return new Response(WITHOUT_BODY.has(status) ? null : bytes, {
      status,
      headers: Object.entries(answer.headers).flatMap(([name, value = []]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    });
  };
}

/** Fails as Node's own fetch does. The reason is told to whoever logs in: it names no address. */
async function readWhole(asked: ReturnType<StorageDispatcher['request']>) {
  try {
    const answer = await asked;
    return { answer, bytes: await readBounded(answer.body, MAX_BYTES, tooLarge) };
  } catch (error) {
    throw new TypeError(`it cannot be reached: ${connectionFailure(error)}`);
  }
}

const tooLarge = () => new Error('The answer is larger than 1 MiB.');
