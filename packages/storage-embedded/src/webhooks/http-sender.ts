import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface HttpSenderOptions {
  /** http or https. */
  readonly endpoint: string;
  /** Value of the header; '' for none. */
  readonly authorization: string;
  /** Paths of a client certificate and its key; '' for none. */
  readonly clientCert: string;
  readonly clientKey: string;
  /** Milliseconds for one request. */
  readonly timeout: number;
}

/** An answer says nothing but its status: more of it is not taken. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_SOCKETS = 8;

/** Sends bodies to an address as POST requests. Redirects are not followed. */
export class HttpSender {
  readonly #options: HttpSenderOptions;
  readonly #url: URL;
  #agent: Promise<HttpAgent> | undefined;

  constructor(options: HttpSenderOptions) {
    this.#options = options;
    this.#url = new URL(options.endpoint);
  }

  /** @throws Error when the answer is no success, or none comes in time */
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
    // What goes wrong behind the answer's head is told of by the answer.
    outgoing.on('error', () => undefined);
    outgoing.end(body);
    const [answer]: IncomingMessage[] = await once(outgoing, 'response');
    const status = answer?.statusCode ?? 0;
    await drain(answer);
    if (status < 200 || status > 299) {
      throw new Error(`The webhook answered with status ${status}.`);
    }
  }

  /** Made again when the files of the certificate could not be read. */
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

/** Reads the answer away, so that its connection can be used again; cuts it off when it is long. */
async function drain(answer: IncomingMessage | undefined): Promise<void> {
  let left = MAX_ANSWER_BYTES;
  for await (const piece of answer ?? []) {
    left -= (piece as Buffer).length;
    if (left < 0) {
      return;
    }
  }
}
