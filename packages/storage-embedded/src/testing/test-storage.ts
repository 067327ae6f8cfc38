import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decryptAdminPayload, encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { type Credentials, signRequest } from '@stowage/storage-wire/sigv4';
import { parseXml, type XmlElement, xmlChild, xmlText } from '@stowage/storage-wire/xml';
import { type RunningStorage, type StorageOptions, startStorage } from '../server.ts';

export const ROOT: Credentials = { accessKey: 'test-root', secretKey: 'test-root-secret' };

/** A test request. Omitted properties default to what a correct client sends. */
export interface Call {
  readonly method?: string;
  /** Encoded, including the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Root by default. */
  readonly as?: Credentials | 'anonymous';
  readonly service?: 's3' | 'sts';
  readonly region?: string;
  readonly payloadHash?: string;
  readonly now?: Date;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** A store with its own port and folder. */
export interface TestStorage {
  readonly url: string;
  readonly folder: string;
  readonly messages: readonly string[];
  call(call: Call): Promise<Answer>;
  /** Runs a cycle of the scanner. */
  scan(): Promise<void>;
  /** Closes the store; it can be restarted. */
  stop(): Promise<void>;
  /** Closes the store and reopens its data. */
  restart(change?: Partial<StorageOptions>): Promise<void>;
  close(): Promise<void>;
}

export async function startTestStorage(change: Partial<StorageOptions> = {}): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-front-'));
  const messages: string[] = [];
  const options: StorageOptions = {
    dataDir: join(folder, 'storage'),
    drives: [join(folder, 'drive-1'), join(folder, 'drive-2')],
    host: '127.0.0.1',
    port: 0,
    rootUser: ROOT.accessKey,
    rootPassword: ROOT.secretKey,
    log: (_level, message, fields) => messages.push(`${message} ${JSON.stringify(fields ?? {})}`),
    ...change,
  };
  let running: RunningStorage = await startStorage(options);
  return {
    get url() {
      return running.url;
    },
    folder,
    messages,
    call: (call) => send(running.url, call),
    scan: () => running.scan(),
    stop: () => running.close(),
    restart: async (other = {}) => {
      await running.close();
      running = await startStorage({ ...options, ...other });
    },
    close: async () => {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the signed headers of a call. */
export function signedHeaders(url: string, call: Call): Record<string, string> {
  if (call.as === 'anonymous') {
    return { host: new URL(url).host, ...call.headers };
  }
  return signRequest({
    method: call.method ?? 'GET',
    url: url + call.path,
    headers: call.headers ?? {},
    payloadHash: call.payloadHash ?? hash('sha256', call.body ?? '', 'hex'),
    credentials: call.as ?? ROOT,
    region: call.region ?? 'us-east-1',
    service: call.service ?? 's3',
    now: call.now,
  });
}

function send(url: string, call: Call): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        hostname,
        port,
        method: call.method ?? 'GET',
        // Sent unchanged: a URL would normalise '..'.
        path: call.path,
        headers: { ...signedHeaders(url, call), 'content-length': lengthOf(call.body) },
        agent: false,
      },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const body = Buffer.concat(pieces);
          const { statusCode: status = 0, headers } = incoming;
          resolve({ status, headers, body, text: body.toString('utf8') });
        });
      },
    );
    outgoing.once('error', reject);
    // As bytes: for a string body, Node would also write the headers as UTF-8.
    outgoing.end(Buffer.from(call.body ?? ''));
  });
}

function lengthOf(body: Call['body']): number {
  return body === undefined ? 0 : Buffer.byteLength(body);
}

/** Returns the text at a path of elements below the root of an XML response. */
export function xmlAt(answer: Answer, ...path: string[]): string | undefined {
  let element: XmlElement | undefined = parseXml(answer.body);
  for (const name of path.slice(0, -1)) {
    element = element === undefined ? undefined : xmlChild(element, name);
  }
  const last = path.at(-1);
  return element === undefined || last === undefined ? undefined : xmlText(element, last);
}

/** Returns status and code of an error response, such as '404 NoSuchKey'. */
export function errorOf(answer: Answer): string {
  const isJson = answer.headers['content-type'] === 'application/json';
  const code = isJson ? JSON.parse(answer.text).Code : xmlAt(answer, 'Code');
  return `${answer.status} ${code}`;
}

/** Creates a user with policies through the Admin API. */
export async function addUser(
  storage: TestStorage,
  user: Credentials,
  policies: string,
): Promise<void> {
  const secret = JSON.stringify({ secretKey: user.secretKey, status: 'enabled' });
  const name = encodeURIComponent(user.accessKey);
  await expectDone(
    storage.call({
      method: 'PUT',
      path: `/minio/admin/v3/add-user?accessKey=${name}`,
      body: await encryptAdminPayload(ROOT.secretKey, Buffer.from(secret)),
    }),
  );
  if (policies !== '') {
    await expectDone(
      storage.call({
        method: 'PUT',
        path: `/minio/admin/v3/set-user-or-group-policy?isGroup=false&policyName=${policies}&userOrGroup=${name}`,
      }),
    );
  }
}

/** Creates or replaces a named policy. */
export async function addPolicy(
  storage: TestStorage,
  name: string,
  statements: readonly object[],
): Promise<void> {
  await expectDone(
    storage.call({
      method: 'PUT',
      path: `/minio/admin/v3/add-canned-policy?name=${name}`,
      body: JSON.stringify({ Version: '2012-10-17', Statement: statements }),
    }),
  );
}

/** Returns a function that calls the Admin API, as root by default. */
export const adminCaller =
  (storage: () => TestStorage) =>
  (method: string, path: string, body: string | Uint8Array = '', as = ROOT): Promise<Answer> =>
    storage().call({ method, path: `/minio/admin/v3/${path}`, body, as });

/** Encrypts text or JSON with the caller's secret, as the Admin API expects. */
export function seal(value: string | object, as = ROOT): Promise<Uint8Array> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encryptAdminPayload(as.secretKey, Buffer.from(text));
}

/** Decrypts the JSON of an admin response. */
export async function openSealed(answer: Answer, secretKey = ROOT.secretKey): Promise<unknown> {
  return JSON.parse((await decryptAdminPayload(secretKey, answer.body)).toString('utf8'));
}

async function expectDone(answer: Promise<Answer>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) {
    throw new Error(`${status} ${text}`);
  }
}
