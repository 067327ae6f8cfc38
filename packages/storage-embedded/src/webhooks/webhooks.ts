import { join } from 'node:path';
import type { ConfigStore } from '../config/config-store.ts';
import { type ConfigValues, targetText } from '../config/config-text.ts';
import { AUDIT_WEBHOOK, LOGGER_WEBHOOK } from '../config/webhook-subsystems.ts';
import type { Log } from '../log.ts';
import { WebhookSender } from './webhook-sender.ts';

interface Running {
  /** The settings it was created with. */
  readonly settings: string;
  readonly sender: WebhookSender;
}

const SUBSYSTEMS = [LOGGER_WEBHOOK, AUDIT_WEBHOOK];

/** Sends calls, and warnings and errors, to the configured webhooks. */
export class Webhooks {
  readonly #config: ConfigStore;
  readonly #directory: string;
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  #auditing: readonly WebhookSender[] = [];
  #logging: readonly WebhookSender[] = [];
  #revision = -1;
  #closed = false;
  #ending: Promise<unknown> = Promise.resolve();

  /** @param directory of the queues */
  constructor(config: ConfigStore, directory: string, log: Log) {
    this.#config = config;
    this.#directory = directory;
    this.#log = log;
  }

  /** Starts sending records queued in an earlier run. */
  start(): void {
    this.#refresh();
  }

  /** Whether calls are audited: must be checked before records are built. */
  get audits(): boolean {
    this.#keepUp();
    return this.#auditing.length > 0;
  }

  /**
   * Queues an audit record.
   *
   * @param record one line of JSON
   */
  audit(record: string): void {
    for (const sender of this.#auditing) {
      sender.add(record);
    }
  }

  /**
   * Queues a log entry.
   *
   * @param entry one line of JSON
   */
  logged(entry: string): void {
    this.#keepUp();
    for (const sender of this.#logging) {
      sender.add(entry);
    }
  }

  /** Closes after the current requests; queued records are kept. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#ending;
    await Promise.all([...this.#running.values()].map(({ sender }) => sender.close()));
    this.#running.clear();
  }

  #keepUp(): void {
    if (this.#revision !== this.#config.revision && !this.#closed) {
      this.#refresh();
    }
  }

  /** Applies the current settings; the queues of removed webhooks are deleted. */
  #refresh(): void {
    this.#revision = this.#config.revision;
    const configured = this.#configured();
    for (const [id, { sender }] of this.#running) {
      if (!configured.has(id)) {
        this.#running.delete(id);
        this.#end(this.#isKnown(id) ? sender.leave() : sender.remove());
      }
    }
    for (const [id, values] of configured) {
      const settings = JSON.stringify(values);
      const running = this.#running.get(id);
      if (running !== undefined && running.settings !== settings) {
        running.sender.replace(values);
      }
      const sender = running?.sender ?? this.#open(id, values);
      if (sender !== undefined) {
        this.#running.set(id, { settings, sender });
      }
    }
    this.#auditing = this.#sendersOf(AUDIT_WEBHOOK.name);
    this.#logging = this.#sendersOf(LOGGER_WEBHOOK.name);
  }

  #sendersOf(subsystem: string): readonly WebhookSender[] {
    return [...this.#running.values()]
      .map(({ sender }) => sender)
      .filter(({ id }) => id.split(':')[0] === subsystem);
  }

  #configured(): ReadonlyMap<string, ConfigValues> {
    return new Map(
      SUBSYSTEMS.flatMap((subsystem) =>
        this.#config.running
          .enabledTargets(subsystem)
          .map(({ target, values }) => [targetText(subsystem, target), values] as const),
      ),
    );
  }

  /** Whether it is configured, even if disabled. */
  #isKnown(id: string): boolean {
    return SUBSYSTEMS.some((subsystem) =>
      this.#config
        .targets(subsystem)
        .some(({ target, values }) => values && targetText(subsystem, target) === id),
    );
  }

  /** Returns undefined if the queue is unusable: the store continues without it. */
  #open(id: string, values: ConfigValues): WebhookSender | undefined {
    const directory = join(this.#directory, encodeURIComponent(id));
    try {
      return new WebhookSender(id, values, { directory, log: this.#log });
    } catch (error) {
      const fields = { target: id, error: String(error) };
      this.#log('error', 'A webhook gets no records: its queue cannot be used.', fields);
      return undefined;
    }
  }

  /** Tracks work that must finish before the store closes. */
  #end(work: Promise<void>): void {
    const done = work.catch((error: unknown) =>
      this.#log('warn', 'A webhook did not end properly.', { error }),
    );
    this.#ending = Promise.all([this.#ending, done]);
  }
}
