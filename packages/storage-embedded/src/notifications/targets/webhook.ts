import { once } from 'node:events';
import { connect } from 'node:net';
import { HttpSender } from '../../webhooks/http-sender.ts';
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

/** Sends events as POST requests to a URL. Redirects are not followed. */
export class WebhookTarget implements Target {
  readonly #url: URL;
  readonly #sender: HttpSender;

  constructor({ endpoint, authToken, clientCert, clientKey }: WebhookSettings) {
    this.#url = new URL(endpoint);
    this.#sender = new HttpSender({
      ...{ endpoint, clientCert, clientKey, timeout: SEND_MS },
      authorization: authorization(authToken),
    });
  }

  send(record: EventRecord): Promise<void> {
    const body = { EventName: record.eventName, Key: objectOf(record), Records: [record] };
    return this.#sender.post(JSON.stringify(body), 'application/json');
  }

  async check(): Promise<void> {
    await this.#sender.openAgent();
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

  close(): Promise<void> {
    return this.#sender.close();
  }
}

/** As in MinIO, a token that includes its scheme is sent unchanged. */
function authorization(token: string): string {
  const words = token.trim().split(/\s+/);
  if (token.trim() === '' || words.length > 2) {
    return '';
  }
  return words.length === 2 ? token.trim() : `Bearer ${token.trim()}`;
}
