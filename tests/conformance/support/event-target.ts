import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { freePort } from '../../../packages/storage-embedded/src/testing/free-port.ts';
import type { StorageTarget } from '../../targets/target.ts';
import { adminJson } from './admin.ts';
import { type RawResponse, send } from './raw-request.ts';

const PATIENCE_MS = 30_000;

interface ReceivedEvent {
  readonly EventName: string;
  readonly Key: string;
  readonly Records: readonly Record<string, unknown>[];
}

interface ServerInfo {
  readonly sqsARN?: readonly string[];
  readonly services: { readonly notifications?: readonly Record<string, unknown>[] };
}

/** A webhook, and the configuration that makes it a target of the server under test. */
export class EventTarget {
  readonly name: string;
  readonly events: ReceivedEvent[] = [];
  readonly #queue: string;
  #server: Server | undefined;
  readonly #port: number;

  private constructor(name: string, queue: string, port: number) {
    this.name = name;
    this.#queue = queue;
    this.#port = port;
  }

  /** Starts a webhook and configures the server under test to send events to it. */
  static async start(target: StorageTarget, name: string): Promise<EventTarget> {
    const queue = await mkdtemp(path.join(tmpdir(), 'stowage-events-'));
    const made = new EventTarget(name, queue, await freePort());
    await made.open();
    await useTarget(target, made.settings, made.arn(target));
    return made;
  }

  get settings(): string {
    const endpoint = `http://127.0.0.1:${this.#port}/events`;
    return `notify_webhook:${this.name} endpoint=${endpoint} auth_token=sekrit queue_dir=${this.#queue}`;
  }

  arn({ region }: Pick<StorageTarget, 'region'>): string {
    return `arn:minio:sqs:${region}:${this.name}:webhook`;
  }

  info(target: StorageTarget): Promise<ServerInfo> {
    return serverInfo(target);
  }

  /** Accepts events again, on the same port as before. */
  async open(): Promise<void> {
    const server = createServer(async (request, response) => {
      this.events.push(JSON.parse(await text(request)));
      response.end();
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#queue, { recursive: true, force: true });
  }

  /** Returns the events of a bucket once there are this many. */
  async of(bucket: string, count: number): Promise<readonly ReceivedEvent[]> {
    const found = () => this.events.filter(({ Key }) => Key.startsWith(`${bucket}/`));
    await eventually(async () => found().length >= count);
    return found();
  }
}

/** Configures a target and waits until it is active, which requires a restart. */
export async function useTarget(
  target: StorageTarget,
  settings: string,
  arn: string,
): Promise<void> {
  const answer = await setConfig(target, settings);
  if (answer.status !== 200) {
    throw new Error(answer.body.toString('utf8'));
  }
  await restartService(target);
  await eventually(async () => (await serverInfo(target)).sqsARN?.includes(arn));
}

async function serverInfo(target: StorageTarget): Promise<ServerInfo> {
  try {
    return (await adminJson(target, { operation: 'info' })) as ServerInfo;
  } catch {
    // The server is about to restart.
    return { services: {} };
  }
}

/** Applies a configuration line. */
export async function setConfig(target: StorageTarget, line: string): Promise<RawResponse> {
  return send(target, {
    method: 'PUT',
    path: '/minio/admin/v3/set-config-kv',
    body: await encryptAdminPayload(target.secretKey, Buffer.from(line)),
  });
}

async function restartService(target: StorageTarget): Promise<void> {
  await send(target, {
    method: 'POST',
    path: '/minio/admin/v3/service',
    query: { action: 'restart', type: '2' },
  });
}

/**
 * Waits until the check passes or the deadline is over; the expectation that follows reports
 * failures.
 */
async function eventually(check: () => Promise<boolean | undefined>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && (await check()) !== true) {
    await pause(100);
  }
}
