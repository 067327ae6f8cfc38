import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buildQuery, encodeComponent } from '@stowage/storage-wire/uri';
import type { ByteRange } from '../engine/types.ts';
import {
  type OpenAnswer,
  type RemoteAnswer,
  RemoteConnection,
  RemoteError,
  type RemoteRequest,
} from '../replication/remote-connection.ts';
import { GoogleTokens, googleError, jsonOf, readServiceAccount } from './google-token.ts';
import {
  digested,
  needSameDigest,
  READERS,
  readRemote,
  unlessGone,
  WITHIN_MS,
} from './remote-content.ts';
import { remoteKey, type Tier } from './tier.ts';
import type { OpenContent, RemoteContent, TierServer } from './tier-server.ts';

/** A bucket in Google Cloud Storage, accessed with its JSON API. */
export class GoogleTier implements TierServer {
  readonly tier: Tier;
  readonly #tokens: GoogleTokens;
  readonly #server: RemoteConnection;
  readonly #readers: RemoteConnection;

  constructor(tier: Tier) {
    this.tier = tier;
    this.#tokens = new GoogleTokens(readServiceAccount(tier.secretKey));
    this.#server = new RemoteConnection(tier.endpoint, googleError);
    this.#readers = new RemoteConnection(tier.endpoint, googleError, READERS);
  }

  /** One request contains both metadata and content. */
  async put(key: string, size: number, open: OpenContent): Promise<string | undefined> {
    const { bucket, storageClass } = this.tier;
    const about = {
      name: remoteKey(this.tier, key),
      ...(storageClass === '' ? {} : { storageClass }),
    };
    const boundary = randomUUID();
    const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
    const before = Buffer.from(
      `${part('application/json')}${JSON.stringify(about)}\r\n${part('application/octet-stream')}`,
    );
    const after = Buffer.from(`\r\n--${boundary}--`);
    const { source, md5 } = digested(open(undefined), { before, after });
    const answer = await this.#call({
      method: 'POST',
      path: `/upload/storage/v1/b/${encodeComponent(bucket)}/o?uploadType=multipart`,
      headers: {
        'content-type': `multipart/related; boundary=${boundary}`,
        'content-length': String(before.length + size + after.length),
      },
      body: source,
    });
    const { generation, md5Hash } = jsonOf(answer.text);
    needSameDigest(typeof md5Hash === 'string' ? md5Hash : undefined, md5().toString('base64'));
    return typeof generation === 'string' ? generation : undefined;
  }

  read({ key, version: generation }: RemoteContent, range: ByteRange | undefined): Readable {
    const path = this.#path(remoteKey(this.tier, key), { alt: 'media', generation });
    return readRemote(range, (headers) =>
      this.#allowed<OpenAnswer>(headers, (all) => this.#readers.open({ path, headers: all })),
    );
  }

  remove({ key, version: generation }: RemoteContent): Promise<void> {
    return this.#remove(remoteKey(this.tier, key), generation);
  }

  /** Includes all generations in a versioned bucket. */
  async removeUnfinished(key: string): Promise<void> {
    const at = remoteKey(this.tier, key);
    for (const { name, generation } of await this.#list({ prefix: at, versions: 'true' })) {
      if (name === at && typeof generation === 'string') {
        await this.#remove(at, generation);
      }
    }
  }

  async isInUse(): Promise<boolean> {
    const prefix = remoteKey(this.tier, '');
    return (await this.#list({ prefix, maxResults: '1' })).length > 0;
  }

  async hostId(): Promise<string> {
    return '';
  }

  async retire(): Promise<void> {
    await Promise.all([this.#server.retire(), this.#readers.retire(), this.#tokens.retire()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#server.close(), this.#readers.close(), this.#tokens.close()]);
  }

  #remove(key: string, generation: string | undefined): Promise<void> {
    const path = this.#path(key, { generation });
    return unlessGone(
      this.#call({ method: 'DELETE', path, headers: {}, body: null, within: WITHIN_MS }),
    );
  }

  async #list(query: Readonly<Record<string, string>>): Promise<Record<string, unknown>[]> {
    const path = this.#path(undefined, query);
    const call = { method: 'GET', path, headers: {}, body: null, within: WITHIN_MS } as const;
    const { items } = jsonOf((await this.#call(call)).text);
    return Array.isArray(items) ? items : [];
  }

  #path(key: string | undefined, query: Readonly<Record<string, string | undefined>>): string {
    const name = key === undefined ? '' : `/${encodeComponent(key)}`;
    const search = buildQuery(query);
    const path = `/storage/v1/b/${encodeComponent(this.tier.bucket)}/o${name}`;
    return search === '' ? path : `${path}?${search}`;
  }

  #call(request: RemoteRequest): Promise<RemoteAnswer> {
    return this.#allowed(request.headers, (headers) => this.#server.send({ ...request, headers }));
  }

  /** Runs a request with a token. A rejected token is not used again. */
  async #allowed<Answer>(
    headers: Readonly<Record<string, string>>,
    run: (headers: Record<string, string>) => Promise<Answer>,
  ): Promise<Answer> {
    const token = await this.#tokens.token();
    try {
      return await run({ ...headers, authorization: `Bearer ${token}` });
    } catch (error) {
      if (error instanceof RemoteError && error.status === 401) {
        this.#tokens.forget();
      }
      throw error;
    }
  }
}
