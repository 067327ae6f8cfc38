import { type EventRecord, objectOf } from '../event-record.ts';
import { CONNECT_MS, SEND_MS, type Target, type TargetFormat } from './target.ts';

export interface RedisSettings {
  readonly host: string;
  readonly port: number;
  /** '' for none. */
  readonly user: string;
  readonly password: string;
  /** Key of the Redis hash (namespace) or list (access). */
  readonly key: string;
  readonly format: TargetFormat;
}

type Client = Awaited<ReturnType<typeof makeClient>>;

const TYPES: Readonly<Record<TargetFormat, string>> = { namespace: 'hash', access: 'list' };

/** Stores events in a Redis hash or list. The next event reopens a broken connection. */
export class RedisTarget implements Target {
  readonly #settings: RedisSettings;
  #client: Promise<Client> | undefined;

  constructor(settings: RedisSettings) {
    this.#settings = settings;
  }

  async send(record: EventRecord): Promise<void> {
    const { key, format } = this.#settings;
    const client = await this.#open();
    if (format === 'access') {
      const entry = [{ Event: [record], EventTime: record.eventTime }];
      await client.rPush(key, JSON.stringify(entry));
    } else if (record.eventName === 's3:ObjectRemoved:Delete') {
      await client.hDel(key, objectOf(record));
    } else {
      await client.hSet(key, objectOf(record), JSON.stringify({ Records: [record] }));
    }
  }

  async check(): Promise<void> {
    const client = await this.#open();
    await client.ping();
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    client?.destroy();
  }

  #open(): Promise<Client> {
    if (this.#client === undefined) {
      const opened = connect(this.#settings, () => {
        if (this.#client === opened) {
          this.#client = undefined;
        }
      });
      this.#client = opened;
    }
    return this.#client;
  }
}

/** @param onEnd called when the connection failed or closed */
async function connect(settings: RedisSettings, onEnd: () => void): Promise<Client> {
  const { key, format } = settings;
  const client = await makeClient(settings);
  client.on('error', onEnd);
  client.on('end', onEnd);
  try {
    await client.connect();
    const found = await client.type(key);
    if (found !== 'none' && found !== TYPES[format]) {
      throw new Error(`The key in Redis is a ${found}, not a ${TYPES[format]}.`);
    }
    return client;
  } catch (error) {
    onEnd();
    if (client.isOpen) {
      client.destroy();
    }
    throw error;
  }
}

async function makeClient({ host, port, user, password }: RedisSettings) {
  const { createClient } = await import('@redis/client');
  return createClient({
    socket: { host, port, connectTimeout: CONNECT_MS, reconnectStrategy: false },
    ...(user === '' ? {} : { username: user }),
    ...(password === '' ? {} : { password }),
    name: 'Stowage',
    disableOfflineQueue: true,
    commandOptions: { timeout: SEND_MS },
  });
}
