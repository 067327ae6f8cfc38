import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Call, ROOT, signedHeaders } from '../../testing/test-storage.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts');

/** A store in its own process, which can be killed at any point. */
export class ChildStorage {
  readonly #folder: string;
  readonly #main: string;
  #child: ChildProcess | undefined;
  #url = '';

  private constructor(folder: string, main: string) {
    this.#folder = folder;
    this.#main = main;
  }

  /**
   * Starts a store.
   *
   * @param main the program, which is configured in the same way as main.ts
   */
  static async start(main = MAIN): Promise<ChildStorage> {
    const storage = new ChildStorage(await mkdtemp(join(tmpdir(), 'stowage-child-')), main);
    await storage.start();
    return storage;
  }

  /** Restarts with the existing data. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', this.#main], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        STOWAGE_DATA_DIR: this.#folder,
        STOWAGE_STORAGE_PORT: '0',
        STOWAGE_ROOT_USER: ROOT.accessKey,
        STOWAGE_ROOT_PASSWORD: ROOT.secretKey,
      },
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listens on (\S+)$/.exec(line)?.[1];
      if (url !== undefined) {
        this.#url = url;
        return;
      }
    }
    throw new Error('the store did not start');
  }

  /** Returns the status of the response; fails if there is none. */
  async call(call: Call): Promise<number> {
    return (await this.ask(call)).status;
  }

  /** Returns the body of the response. */
  async bytes(call: Call): Promise<ArrayBuffer> {
    const headers = signedHeaders(this.#url, call);
    return (await fetch(this.#url + call.path, { headers })).arrayBuffer();
  }

  /** Returns the response; fails if there is none. */
  async ask(call: Call): Promise<{ status: number; text: string; headers: Headers }> {
    const { method = 'GET', path, body } = call;
    const headers = signedHeaders(this.#url, call);
    const answer = await fetch(this.#url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  async kill(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
