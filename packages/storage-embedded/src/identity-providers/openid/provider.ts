import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { fetchDocument, ProviderError } from './provider-document.ts';

/** A provider's discovery document. */
export interface Discovery {
  readonly issuer: string;
  readonly jwksUrl: URL;
  readonly userinfoUrl: URL | undefined;
}

/** Cache time of discovery documents, which rarely change. */
const KNOWN_MS = 60 * 60_000;
/** Cache time of keys, and the minimum interval between lookups caused by unknown keys. */
const KEYS_KNOWN_MS = 10 * 60_000;
const KEYS_PAUSE_MS = 10_000;
/** Time before retrying after a failure. */
const FAILED_MS = 2000;

/** A provider's metadata and keys, fetched on demand and cached. */
export class Provider {
  readonly #configUrl: URL;
  readonly #discovered = new Remembered(KNOWN_MS, () => discover(this.#configUrl));
  #issuer: string | undefined;
  #keys: { readonly url: string; readonly get: JWTVerifyGetKey } | undefined;

  /** @param configUrl URL of the discovery document */
  constructor(configUrl: string) {
    this.#configUrl = new URL(configUrl);
  }

  /** The issuer according to the last discovery; undefined before the first. */
  get issuer(): string | undefined {
    return this.#issuer;
  }

  /**
   * Returns the discovery document.
   *
   * @throws ProviderError
   */
  async discovery(): Promise<Discovery> {
    const discovery = await this.#discovered.get();
    this.#issuer = discovery.issuer;
    return discovery;
  }

  /**
   * Returns the function that finds the key of a token.
   *
   * @throws ProviderError
   */
  async keys(): Promise<JWTVerifyGetKey> {
    const { jwksUrl } = await this.discovery();
    if (this.#keys?.url !== jwksUrl.href) {
      this.#keys = { url: jwksUrl.href, get: keySet(jwksUrl) };
    }
    return this.#keys.get;
  }

  /**
   * Returns the provider's claims about the owner of an access token.
   *
   * @throws ProviderError
   */
  async userinfo(accessToken: string): Promise<Readonly<Record<string, unknown>>> {
    const { userinfoUrl } = await this.discovery();
    if (userinfoUrl === undefined) {
      throw new ProviderError('the provider has no userinfo endpoint');
    }
    const headers = { authorization: `Bearer ${accessToken}` };
    return fetchDocument(userinfoUrl, { headers });
  }
}

/**
 * Checks a provider before its settings are stored.
 *
 * @throws ProviderError
 */
export async function checkProvider(configUrl: string): Promise<void> {
  const { jwksUrl } = await discover(new URL(configUrl));
  const { keys } = await fetchDocument(jwksUrl);
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new ProviderError(`${jwksUrl.href} names no keys with which tokens are signed`);
  }
}

async function discover(configUrl: URL): Promise<Discovery> {
  const document = await fetchDocument(configUrl);
  const { issuer } = document;
  if (typeof issuer !== 'string' || !URL.canParse(issuer)) {
    throw new ProviderError(`the discovery document ${configUrl.href} names no issuer`);
  }
  const endpoint = (name: string) => readEndpoint(configUrl, name, document[name]);
  const jwksUrl = endpoint('jwks_uri');
  if (jwksUrl === undefined) {
    throw new ProviderError(`the discovery document ${configUrl.href} names no jwks_uri`);
  }
  return { issuer, jwksUrl, userinfoUrl: endpoint('userinfo_endpoint') };
}

/** Refuses endpoints without TLS if the discovery document was fetched with TLS. */
function readEndpoint(configUrl: URL, name: string, value: unknown): URL | undefined {
  if (value === undefined) {
    return undefined;
  }
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  const isRight =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && configUrl.protocol === 'http:');
  if (!isRight) {
    throw new ProviderError(
      `the discovery document ${configUrl.href} names an address as ${name} that cannot be used`,
    );
  }
  return url;
}

function keySet(url: URL): JWTVerifyGetKey {
  const answers = new Remembered(0, () => fetchDocument(url));
  return createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_KNOWN_MS,
    cooldownDuration: KEYS_PAUSE_MS,
    [customFetch]: async () => Response.json(await answers.get()),
  });
}

/** Shares one lookup between concurrent callers; failures are cached briefly. */
class Remembered<Value> {
  readonly #knownMs: number;
  readonly #look: () => Promise<Value>;
  #found: { until: number; readonly value: Promise<Value> } | undefined;

  /** @param knownMs cache time of a value from its arrival, in milliseconds */
  constructor(knownMs: number, look: () => Promise<Value>) {
    this.#knownMs = knownMs;
    this.#look = look;
  }

  get(): Promise<Value> {
    const known = this.#found;
    if (known !== undefined && known.until > Date.now()) {
      return known.value;
    }
    const found = { until: Number.POSITIVE_INFINITY, value: this.#look() };
    this.#found = found;
    found.value.then(
      () => {
        found.until = Date.now() + this.#knownMs;
      },
      () => {
        found.until = Date.now() + FAILED_MS;
      },
    );
    return found.value;
  }
}
