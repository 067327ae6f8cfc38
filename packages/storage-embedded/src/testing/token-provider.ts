import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The response for a path of the provider: a value as JSON, or a text as is. */
export interface ProviderAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | object;
}

interface SignOptions {
  readonly alg?: string;
  readonly kid?: string;
  readonly key?: CryptoKey | Uint8Array;
  /** Relative to the current time; negative for an expired token. */
  readonly seconds?: number;
}

const CLIENT = 'the-client';

/** An OpenID provider that signs any token and sends any response a test needs. */
export class TokenProvider {
  readonly clientId = CLIENT;
  /** Number of requests per path. */
  readonly asked = new Map<string, number>();
  /** Responses that replace the default ones, by path. */
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

  /** Returns the public key in the form in which the provider publishes it. */
  get publicKey(): object {
    return this.#public;
  }

  /** Replaces the signing key. */
  async rotate(kid: string): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    this.#kid = kid;
    this.#key = privateKey;
    this.#public = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  }

  /** Returns a token for the client, with these claims added or replaced; undefined omits one. */
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
