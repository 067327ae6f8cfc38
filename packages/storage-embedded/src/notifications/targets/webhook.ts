import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { type EventRecord, objectOf } from '../event-record.ts';
import { CONNECT_MS, SEND_MS, type Target } from './target.ts';

export interface WebhookSettings {
  /** http or https. */
  readonly endpoint: string;
  /** '' for none. */
  readonly authToken: string;
  /** Paths of a client certificate and its key; '' for none. */
  readonly clientCert: string;
  readonly clientKey: string;
}

/** An answer says nothing but its status: more of it is not taken. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_SOCKETS = 8;

/** Events as POST requests to an address. Redirects are not followed. */
export class WebhookTarget implements Target {
  readonly #settings: WebhookSettings;
  readonly #url: URL;
  #agent: Promise<HttpAgent> | undefined;

  constructor(settings: WebhookSettings) {
    this.#settings = settings;
    this.#url = new URL(settings.endpoint);
  }

  async send(record: EventRecord): Promise<void> {
    const body = JSON.stringify({
      EventName: record.eventName,
      Key: objectOf(record),
      Records: [record],
    });
    const signal = AbortSignal.timeout(SEND_MS);
    const request = this.#url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = request(this.#url, {
      method: 'POST',
      agent: await this.#openAgent(),
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Stowage',
        ...authorization(this.#settings.authToken),
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

  async check(): Promise<void> {
    await this.#openAgent();
    const { hostname, port, protocol } = this.#url;
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
    } finally {
      socket.destroy();
    }
  }

  async close(): Promise<void> {
    const agent = await this.#agent?.catch(() => undefined);
    agent?.destroy();
  }

  /** Made again when the files of the certificate could not be read. */
  #openAgent(): Promise<HttpAgent> {
    this.#agent ??= makeAgent(this.#url.protocol, this.#settings).catch((error: unknown) => {
      this.#agent = undefined;
      throw error;
    });
    return this.#agent;
  }
}

async function makeAgent(
  protocol: string,
  { clientCert, clientKey }: WebhookSettings,
): Promise<HttpAgent> {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  if (protocol !== 'https:') {
    return new HttpAgent(options);
  }
  const pair =
    clientCert === '' ? {} : { cert: await readFile(clientCert), key: await readFile(clientKey) };
  return new HttpsAgent({ ...options, ...pair });
}

/** As on MinIO: a token with its scheme is sent as it is. */
function authorization(token: string): Record<string, string> {
  const words = token.trim().split(/\s+/);
  if (token.trim() === '' || words.length > 2) {
    return {};
  }
  return { authorization: words.length === 2 ? token.trim() : `Bearer ${token.trim()}` };
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
