import buffer from 'node:buffer';
import type { StoredPart } from '@stowage/contract/uploads';
import { vi } from 'vitest';
import type { LedgerStorage } from '../parts/upload-ledger.ts';

interface Upload {
  readonly parts: Map<number, StoredPart & { readonly content: string }>;
}

/** A server response: a status with a body, or 0 for a broken connection. */
interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface OwnCall {
  readonly id: string | undefined;
  readonly number: string | undefined;
  readonly url: URL;
  readonly body: string;
}

const notFound: Answer = { status: 404, body: { errorCode: 'UploadNotFound', message: 'gone' } };
const address = /\/uploads(?:\/([^/]+))?(?:\/(\w+))?(?:\/(\d+))?$/;

/** Stores parts of uploads as the console and the storage behind it do. */
export class PartsServer {
  readonly uploads = new Map<string, Upload>();
  /** Object contents by key. */
  readonly objects = new Map<string, string>();
  /** Every request, as 'PUT parts/1', 'POST start', 'GET parts', 'POST complete', 'DELETE upload'. */
  readonly requests: string[] = [];
  /** Responds instead of the server; undefined passes the request on to it. */
  intercept: (request: string) => Answer | undefined = () => undefined;

  answer(method: string, url: URL, body: string): Answer {
    const [, id, action = id ? 'upload' : 'start', number] = address.exec(url.pathname) ?? [];
    const request = `${method} ${action}${number ? `/${number}` : ''}`;
    this.requests.push(request);
    return this.intercept(request) ?? this.#own(request, { id, number, url, body });
  }

  #own(request: string, { id = '', number, url, body }: OwnCall): Answer {
    if (request === 'POST start') {
      const started = `upload-${this.requests.length}`;
      this.uploads.set(started, { parts: new Map() });
      return { status: 200, body: { upload_id: started } };
    }
    const upload = this.uploads.get(id);
    if (!upload) return notFound;
    if (request === 'GET parts') {
      return { status: 200, body: { parts: [...upload.parts.values()] } };
    }
    if (number !== undefined) {
      const crc32 = url.searchParams.get('crc32') ?? '';
      const part = { number: Number(number), size: body.length, etag: `etag-${number}`, crc32 };
      upload.parts.set(part.number, { ...part, content: body });
      return { status: 200, body: part };
    }
    this.uploads.delete(id);
    if (request === 'DELETE upload') return { status: 204 };
    const { parts } = JSON.parse(body) as { parts: readonly StoredPart[] };
    const contents = parts.map((part) => upload.parts.get(part.number)?.content ?? '?');
    this.objects.set(atob(url.searchParams.get('path') ?? ''), contents.join(''));
    return { status: 200, body: { etag: 'whole' } };
  }
}

function textOf(body: Blob | string | null): Promise<string> {
  return body instanceof Blob ? body.text() : Promise.resolve(body ?? '');
}

/** Fakes the browser's requests to the server; the files are Node's, which can be read. */
export function serveParts(): PartsServer {
  const server = new PartsServer();
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #method = '';
    #url = '';
    #ended = false;
    #headers: Answer['headers'];
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return this.#headers?.[name] ?? null;
    }
    async send(body: Blob | string | null) {
      const url = new URL(this.#url, 'http://console.test');
      const answer = server.answer(this.#method, url, await textOf(body));
      const { status, body: reply } = answer;
      this.#headers = answer.headers;
      this.#end(status, reply === undefined ? '' : JSON.stringify(reply));
    }
    abort() {
      this.#end(0, '');
    }
    #end(status: number, text: string) {
      if (this.#ended) return;
      this.#ended = true;
      this.status = status;
      this.responseText = text;
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('Blob', buffer.Blob);
  vi.stubGlobal('File', buffer.File);
  return server;
}

/** The records in a browser's storage. */
export function recordsIn(storage: LedgerStorage): readonly unknown[] {
  return Array.from({ length: storage.length }, (_, index) =>
    JSON.parse(storage.getItem(storage.key(index) ?? '') ?? 'null'),
  );
}
