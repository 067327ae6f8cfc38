import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { EMPTY_SHA256, signRequest } from '@stowage/storage-wire/sigv4';
import type { StorageOptions } from './server.ts';

/** Longest time without data in a response, in milliseconds. */
const SILENCE_MS = 300_000;

/**
 * Sends a request to the store running with these settings, as its root user.
 *
 * @param path of the Admin API
 * @throws Error if no store responds, or if it refuses
 */
export async function askStore(
  options: StorageOptions,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<IncomingMessage> {
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const url = `http://${host}:${options.port}`;
  const headers = signRequest({
    method,
    url: url + path,
    headers: {},
    payloadHash: EMPTY_SHA256,
    credentials: { accessKey: options.rootUser, secretKey: options.rootPassword },
    region: options.region || 'us-east-1',
    service: 's3',
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const refused = (error: unknown): void =>
      reject(new Error(`No store answers at ${url}: ${error}`));
    const outgoing = request(url + path, { method, headers, agent: false }, resolve);
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error('it is silent')));
    outgoing.once('error', refused);
    outgoing.end();
  });
  if (answer.statusCode !== 200) {
    throw new Error(
      `The store at ${url} refuses (${answer.statusCode}): ${await reasonOf(answer)}`,
    );
  }
  return answer;
}

/** Like `askStore`, for a report that arrives line by line. */
export async function* askReport<Line>(
  options: StorageOptions,
  path: string,
  method: 'GET' | 'POST' = 'GET',
): AsyncGenerator<Line> {
  for await (const text of createInterface({ input: await askStore(options, path, method) })) {
    yield JSON.parse(text);
  }
}

async function reasonOf(answer: IncomingMessage): Promise<string> {
  const error = await json(answer).catch(() => undefined);
  return typeof error === 'object' && error !== null && 'Message' in error
    ? String(error.Message)
    : 'it does not say why.';
}
