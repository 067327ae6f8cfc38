import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpSenderOptions {
  /** http or https. */
  readonly endpoint: string;
  /** Value of the Authorization header; '' for none. */
  readonly authorization: string;
  /** Paths of a client certificate and its key; '' for none. */
  readonly clientCert: string;
  readonly clientKey: string;
  /** Timeout of a request in milliseconds. */
  readonly timeout: number;
}

/** Only the status of a response matters, so longer bodies are cut off. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_SOCKETS = 8;

/** Sends POST requests to a URL. Redirects are not followed. */
export class HttpSender {
  readonly #options: HttpSenderOptions;
  readonly #url: URL;
  #agent: Promise<HttpAgent> | undefined;

  constructor(options: HttpSenderOptions) {
    this.#options = options;
    this.#url = new URL(options.endpoint);
  }

  /**
   * Sends a body.
   *
   * @throws Error if the response is not a success, or times out
   */
  async post(body: string, contentType: string): Promise<void> {
    const { authorization, timeout } = this.#options;
    const request = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request(this.#url, {
      method: 'POST',
      agent: await this.openAgent(),
      signal: AbortSignal.timeout(timeout),
      headers: {
        'content-type': contentType,
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Stowage',
        ...(authorization === '' ? {} : { authorization }),
      },
    });
    // Errors after the response headers are reported by the response.
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    const [answer]: IncomingMessage[] = await once(outgoing, 'response');
    const status = answer?.statusCode ?? 0;
    await drain(answer);
    if (status < 200 || status > 299) {
      throw new Error(`The webhook answered with status ${status}.`);
    }
  }

  /** Recreated if the certificate files could not be read. */
  openAgent(): Promise<HttpAgent> {
    this.#agent ??= makeAgent(this.#url.protocol, this.#options).catch((error: unknown) => {
      this.#agent = undefined;
      throw error;
    });
    return this.#agent;
  }

  async close(): Promise<void> {
    const agent = await this.#agent?.catch(() => undefined);
    agent?.destroy();
  }
}

async function makeAgent(
  protocol: string,
  { clientCert, clientKey }: HttpSenderOptions,
): Promise<HttpAgent> {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  if (protocol !== 'https:') {
    return new HttpAgent(options);
  }
  const pair =
    clientCert === '' ? {} : { cert: await readFile(clientCert), key: await readFile(clientKey) };
  return new HttpsAgent({ ...options, ...pair });
}

/** Reads and discards a response so that its connection can be reused; aborts it if it is long. */
async function drain(answer: IncomingMessage | undefined): Promise<void> {
  let left = MAX_ANSWER_BYTES;
  for await (const piece of answer ?? []) {
    left -= (piece as Buffer).length;
    if (left < 0) {
      return;
    }
  }
}
