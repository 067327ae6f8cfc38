import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** What an address of the provider answers with: a value as JSON, or a text as it stands. */
export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
}

interface SignOptions {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: CryptoKey | Uint8Array;
  /** From now; negative for a token that has expired. */
  readonly seconds?: number;
}

const CLIENT = 'the-client';

/** An OpenID provider that signs whatever a test likes, and answers as it likes. */
export class TokenProvider {
  readonly clientId = CLIENT;
  /** How often each path was asked for. */
  readonly asked = new Map<string, number>();
  /** Answers in the place of the usual ones, by path. */
  readonly answers = new Map<string, ProviderAnswer>();
  readonly #server = createServer((message, response) => {
    const path = message.url ?? '';
    this.asked.set(path, (this.asked.get(path) ?? 0) + 1);
    this.authorization = message.headers.authorization;
    const { status = 200, headers = {}, body } = this.answers.get(path) ?? this.#usual(path);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  issuer = '';
  /** Of the latest request. */
  authorization: string | undefined;
  #kid = '';
  #key: CryptoKey | undefined;
  #public: object = {};

  static async start(): Promise<TokenProvider> {
    const provider = new TokenProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    provider.issuer = `http://127.0.0.1:${(provider.#server.address() as AddressInfo).port}`;
    await provider.rotate('first');
    return provider;
  }

  get configUrl(): string {
    return `${this.issuer}/.well-known/openid-configuration`;
  }

  /** The public key as the provider publishes it. */
  get publicKey(): object {
    return this.#public;
  }

  /** Signs with another key from now on, and forgets the former one. */
  async rotate(kid: string): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    this.#kid = kid;
    this.#key = privateKey;
    this.#public = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  }

  /** A token for the client, with these claims besides or instead; undefined leaves one out. */
  sign(claims: Readonly<Record<string, unknown>>, options: SignOptions = {}): Promise<string> {
    const { alg = 'ES256', kid = this.#kid, key = this.#key, seconds = 3600 } = options;
    if (key === undefined) {
      throw new Error('the provider has no key');
    }
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: this.issuer, aud: CLIENT, sub: 'alice', iat: now, exp: now + seconds };
    return new SignJWT({ ...all, ...claims }).setProtectedHeader({ alg, kid }).sign(key);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #usual(path: string): ProviderAnswer {
    const { issuer } = this;
    const at = (name: string) => `${issuer}/${name}`;
    switch (path) {
      case '/.well-known/openid-configuration':
        return { body: { issuer, jwks_uri: at('jwks'), userinfo_endpoint: at('me') } };
      case '/jwks':
        return { body: { keys: [this.#public] } };
      default:
        return { status: 404, body: {} };
    }
  }
}
