import { readBounded } from '@stowage/domain/read-bounded';
import type { StorageDispatcher } from '@stowage/storage-client/dispatcher';
import type { CustomFetch } from 'openid-client';
import { connectionFailure } from '../connection-failure.ts';

/** Responses of providers are small: the document, keys, tokens. */
const MAX_BYTES = 1024 * 1024;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Creates a fetch for a provider that uses a connection pool and its rule on refused addresses,
 * limits the size of the response and does not follow redirects.
 */
export function guardedFetch(pool: StorageDispatcher): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const { origin, pathname, search } = new URL(url);
    const asked = pool.request({
      ...{ origin, path: pathname + search, method: method === 'POST' ? 'POST' : 'GET', headers },
      // The library sends only forms.
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

/**
 * Rejects as Node's own fetch does. The reason is shown to the user who logs in, so it contains no
 * address.
 */
async function readWhole(asked: ReturnType<StorageDispatcher['request']>) {
  try {
    const answer = await asked;
    return { answer, bytes: await readBounded(answer.body, MAX_BYTES, tooLarge) };
  } catch (error) {
    throw new TypeError(`it cannot be reached: ${connectionFailure(error)}`);
  }
}

const tooLarge = () => new Error('The answer is larger than 1 MiB.');
