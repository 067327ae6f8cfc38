import type { IdentityTestStep } from '@stowage/contract/settings/identity-test';
import { type Answer, type Ask, createAsk } from './ask.ts';
import { type Seen, StepError, Steps } from './steps.ts';

/** The settings to test, as they would be stored, by key. */
export interface IdentityTrial {
  readonly values: Readonly<Record<string, string>>;
  /** The redirect URI of this console. */
  readonly callback: string;
  /** A user to look up in a directory. */
  readonly loginName?: string | undefined;
  /** Whether the console must not connect to an IP address. */
  readonly refuses: (address: string) => boolean;
}

const WELL_KNOWN = '/.well-known/openid-configuration';
const OK = 200;
const BAD_REQUEST = 400;

/**
 * Tests an OpenID provider from the console's own machine, as far as possible without a user: its
 * discovery document, its keys, whether it knows the client, and whether it accepts the redirect
 * URI.
 */
export async function testOpenid({
  values,
  callback,
  refuses,
}: IdentityTrial): Promise<IdentityTestStep[]> {
  const { ask, close } = createAsk(refuses);
  const { client_id: id = '', client_secret: secret = '' } = values;
  const redirect = values.redirect_uri || callback;
  const steps = new Steps();
  try {
    const document = await discover(steps, ask, values.config_url ?? '');
    if (document === undefined) return steps.done;
    await steps.take('issuer', () => checkIssuer(values.config_url ?? '', document.issuer));
    await steps.take('keys', () => checkKeys(ask, document.keys));
    const known = await steps.take('client', () =>
      checkClient(ask, document, { id, secret, redirect }),
    );
    if (known) await steps.take('redirect', () => checkRedirect(ask, document, { id, redirect }));
    return steps.done;
  } finally {
    await close();
  }
}

interface Provider {
  readonly issuer: string;
  readonly keys: string;
  readonly token: string;
  readonly authorization: string;
}

/** The provider's discovery document: OpenID Connect Discovery 1.0, section 3. */
async function discover(steps: Steps, ask: Ask, url: string): Promise<Provider | undefined> {
  let answer: Answer | undefined;
  const reached = await steps.take('connection', async () => {
    if (!isHttp(url)) throw new StepError('no-address');
    answer = await ask({ url });
    return { found: new URL(url).host };
  });
  if (!reached || answer === undefined) return undefined;
  const { status, json = {} } = answer;
  const text = (key: string) => (typeof json[key] === 'string' ? json[key] : '');
  const provider = {
    issuer: text('issuer'),
    keys: text('jwks_uri'),
    token: text('token_endpoint'),
    authorization: text('authorization_endpoint'),
  };
  const found = await steps.take('discovery', () => {
    if (status !== OK) throw new StepError('status', String(status));
    const { issuer, ...addresses } = provider;
    if (issuer === '' || !Object.values(addresses).every(isHttp)) {
      throw new StepError('not-discovery');
    }
    return {};
  });
  return found ? provider : undefined;
}

/** The console accepts no tokens from an issuer that does not match the URL of its document. */
function checkIssuer(url: string, issuer: string): Seen {
  const expected = url.endsWith(WELL_KNOWN) ? url.slice(0, -WELL_KNOWN.length) : url;
  const plain = (address: string) => address.replace(/\/$/, '');
  if (plain(issuer) !== plain(expected)) throw new StepError('issuer-differs', issuer);
  return { found: issuer };
}

async function checkKeys(ask: Ask, url: string): Promise<Seen> {
  const { status, json } = await ask({ url });
  if (status !== OK) throw new StepError('status', String(status));
  if (!Array.isArray(json?.keys) || json.keys.length === 0) throw new StepError('no-keys');
  return {};
}

interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirect: string;
}

/** Sends an invalid code: a provider that knows the client rejects only the code. */
async function checkClient(ask: Ask, { token }: Provider, client: Client): Promise<Seen> {
  const { id, secret, redirect } = client;
  if (id === '') throw new StepError('no-client');
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'stowage-test',
    redirect_uri: redirect,
    code_verifier: 'stowage-test-'.repeat(4),
    ...(secret === '' && { client_id: id }),
  });
  const basic = [id, secret].map(encodeURIComponent).join(':');
  const authorization = `Basic ${Buffer.from(basic).toString('base64')}`;
  const { status, json } = await ask({
    ...{ url: token, form },
    ...(secret !== '' && { headers: { authorization } }),
  });
  const error = typeof json?.error === 'string' ? json.error : '';
  if (/^(invalid|unauthorized)_client$/.test(error) || status === 401) {
    throw new StepError('client-refused', error || String(status));
  }
  return error === 'invalid_grant' ? {} : { state: 'unknown', found: error || String(status) };
}

/** Providers redirect browsers only to registered URIs: RFC 6749, 4.1.2.1. */
async function checkRedirect(
  ask: Ask,
  { authorization }: Provider,
  { id, redirect }: Pick<Client, 'id' | 'redirect'>,
): Promise<Seen> {
  const url = new URL(authorization);
  const query = {
    ...{ client_id: id, redirect_uri: redirect, response_type: 'code', scope: 'openid' },
    ...{ prompt: 'none', state: 'stowage-test', nonce: 'stowage-test' },
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const { status, location } = await ask({ url: url.href });
  if (location?.startsWith(redirect)) return { found: redirect };
  if (status >= BAD_REQUEST && status < 500) throw new StepError('redirect-unknown', redirect);
  return { state: 'unknown', found: redirect };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
