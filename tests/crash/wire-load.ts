import {
  type Answer,
  errorOf,
  type TestStorage,
} from '../../packages/storage-embedded/src/testing/test-storage.ts';
import { contentOf, seeded } from './content.ts';

const CLIENTS = 6;
const KEYS = 5;
const SIZES = [0, 12, 900, 5000, 60_000, 200_000, 600_000];

interface Known {
  readonly number: number;
  readonly size: number;
}

/**
 * Clients that write, read, list and delete over HTTP, each on its own keys, and track the expected
 * contents of the store after each response.
 */
export class WireLoad {
  /** The current store, which may have been reopened. */
  readonly #storage: () => TestStorage;
  readonly #random: () => number;
  readonly #objects = new Map<string, Known>();
  #number = 0;
  /** Refused writes by status and code. */
  readonly refused = new Map<string, number>();
  /** Deviations from the expected state. */
  readonly wrong: string[] = [];

  constructor(storage: () => TestStorage, seed: number) {
    this.#storage = storage;
    this.#random = seeded(seed);
  }

  /**
   * Performs `count` operations; `during` is called before each with the number of operations
   * begun.
   */
  async run(count: number, during: (begun: number) => Promise<void> = async () => undefined) {
    let begun = 0;
    const client = async (id: number): Promise<void> => {
      while (begun < count) {
        await during(begun++);
        await this.#step(`load/c${id}/k${Math.floor(this.#random() * KEYS)}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, id) => client(id)));
  }

  /**
   * Returns a function that resets the expected contents to the current ones, discarding later
   * writes.
   */
  remember(): () => void {
    const objects = [...this.#objects];
    return () => {
      this.#objects.clear();
      for (const [key, known] of objects) {
        this.#objects.set(key, known);
      }
    };
  }

  /** Writes an additional object to fill up the store. */
  async fill(): Promise<void> {
    await this.#put(`load/fill/${this.#number}`);
  }

  /** Reads everything, and checks that nothing else exists. */
  async check(): Promise<void> {
    for (let id = 0; id < CLIENTS; id++) {
      await this.#list(`load/c${id}/`);
      for (let key = 0; key < KEYS; key++) {
        await this.#get(`load/c${id}/k${key}`);
      }
    }
    for (const key of this.#objects.keys()) {
      await this.#get(key);
    }
  }

  async #step(key: string): Promise<void> {
    const chance = this.#random();
    if (chance < 0.5) {
      await this.#put(key);
    } else if (chance < 0.57) {
      await this.#multipart(key);
    } else if (chance < 0.7) {
      await this.delete(key);
    } else if (chance < 0.76) {
      await this.#list(key.slice(0, key.lastIndexOf('/') + 1));
    } else {
      await this.#get(key);
    }
  }

  #choose(): Known {
    const size = SIZES[Math.floor(this.#random() * SIZES.length)] ?? 0;
    return { number: ++this.#number, size };
  }

  async #put(key: string): Promise<void> {
    const known = this.#choose();
    const body = contentOf(known.number, known.size);
    const answer = await this.#storage().call({ method: 'PUT', path: `/${key}`, body });
    this.#wrote(key, answer, known);
  }

  async #multipart(key: string): Promise<void> {
    const known = this.#choose();
    const created = await this.#storage().call({ method: 'POST', path: `/${key}?uploads` });
    if (this.#isRefused(created)) {
      return;
    }
    const id = /<UploadId>([^<]*)/.exec(created.text)?.[1] ?? '';
    const body = contentOf(known.number, known.size);
    const target = `/${key}?partNumber=1&uploadId=${encodeURIComponent(id)}`;
    const part = await this.#storage().call({ method: 'PUT', path: target, body });
    if (this.#isRefused(part)) {
      return;
    }
    const done = await this.#storage().call({
      method: 'POST',
      path: `/${key}?uploadId=${encodeURIComponent(id)}`,
      body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${part.headers.etag}</ETag></Part></CompleteMultipartUpload>`,
    });
    this.#wrote(key, done, known);
  }

  async delete(key: string): Promise<void> {
    this.#wrote(key, await this.#storage().call({ method: 'DELETE', path: `/${key}` }), undefined);
  }

  get keys(): readonly string[] {
    return [...this.#objects.keys()];
  }

  #wrote(key: string, answer: Answer, known: Known | undefined): void {
    if (this.#isRefused(answer)) {
      return;
    }
    if (known) {
      this.#objects.set(key, known);
    } else {
      this.#objects.delete(key);
    }
  }

  #isRefused(answer: Answer): boolean {
    if (answer.status < 300) {
      return false;
    }
    const error = errorOf(answer);
    this.refused.set(error, (this.refused.get(error) ?? 0) + 1);
    return true;
  }

  async #get(key: string): Promise<void> {
    const known = this.#objects.get(key);
    const answer = await this.#storage().call({ path: `/${key}` });
    if (answer.status !== (known ? 200 : 404)) {
      this.wrong.push(`${key} is answered with ${errorOf(answer)}`);
    } else if (known && !answer.body.equals(contentOf(known.number, known.size))) {
      this.wrong.push(`${key} has another content`);
    }
  }

  async #list(prefix: string): Promise<void> {
    const query = `list-type=2&prefix=${encodeURIComponent(prefix.slice('load/'.length))}`;
    const answer = await this.#storage().call({ path: `/load?${query}` });
    const found = [...answer.text.matchAll(/<Key>([^<]*)<\/Key>.*?<Size>(\d+)</gs)];
    const listed = found.map(([, key, size]) => `${key} ${size}`).join();
    const expected = [...this.#objects]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { size }]) => `${key.slice('load/'.length)} ${size}`)
      .sort()
      .join();
    if (listed !== expected) {
      this.wrong.push(`the listing of ${prefix} has ${listed} instead of ${expected}`);
    }
  }
}
