import * as openid from 'openid-client';
import { ConsoleError } from '../../console-error.ts';
import type {
  IdentityRenewal,
  RenewIdentity,
  SignedOn,
  WebIdentity,
} from '../../sessions/session.ts';
import {
  type IdentityProvider,
  knownProviders,
  type ProvidersOfStorage,
  type ShownProvider,
} from './known-providers.ts';
import { reached } from './provider-failure.ts';

/** A login in progress at a provider. It can be completed only with this data. */
export interface BegunLogin {
  readonly provider: string;
  /** The provider's URL and the client id, which may have changed when the browser comes back. */
  readonly url: string;
  readonly clientId: string;
  readonly callback: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The parameters of the provider's redirect: OpenID Connect Core 1.0, 3.1.2.5; RFC 9207. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/** A user for whom a provider vouches. */
export interface IdentifiedUser {
  readonly accountName: string;
  readonly identity: WebIdentity;
  readonly signedOn: SignedOn;
  readonly renewal?: IdentityRenewal | undefined;
}

/** The OpenID providers of the console. */
export interface IdentityProviders {
  /**
   * The providers available for login; waits only a moment for the storage server. Never throws.
   */
  all(): Promise<readonly ShownProvider[]>;
  /**
   * Starts a login: returns the URL at the provider, and the data for checking the response.
   * @param callback the redirect URI, unless the configuration sets another
   * @throws ConsoleError NotFound, ProviderUnreachable, StorageUnreachable
   */
  begin(name: string, callback: string): Promise<{ address: string; begun: BegunLogin }>;
  /** @throws ConsoleError SignOnFailed, ProviderUnreachable, StorageUnreachable */
  finish(begun: BegunLogin, answer: ProviderAnswer): Promise<IdentifiedUser>;
  /** @throws ConsoleError SignOnFailed, ProviderUnreachable, StorageUnreachable */
  readonly renew: RenewIdentity;
  /**
   * The URL at which a browser ends its session at the provider, to be redirected back; undefined
   * if that is not configured, or the provider does not support it or respond. Never throws.
   */
  endAddress(signedOn: SignedOn, back: string): Promise<string | undefined>;
}

const ANSWER_SECONDS = 10;
/** Tolerance for the provider's clock. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Providers rarely change their settings. */
const KNOWN_MS = 60 * 60_000;

interface Known {
  readonly until: number;
  readonly configuration: Promise<openid.Configuration>;
}

/**
 * Authorization code flow with PKCE, state and nonce for each of these providers.
 * @param configured those of the console's own settings; they take precedence over others of the
 *    same name
 */
export function createIdentityProviders(
  configured: readonly IdentityProvider[],
  stored?: ProvidersOfStorage,
): IdentityProviders {
  const providers = knownProviders(configured, stored);
  const configurationOf = keptConfigurations();

  return {
    all: providers.shown,
    async begin(name, callback) {
      const provider = await providers.named(name);
      const configuration = await reached(provider, configurationOf(provider));
      const begun = {
        ...{ provider: name, url: provider.url, clientId: provider.clientId },
        callback: provider.callback ?? callback,
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const address = await addressThere(configuration, provider, begun);
      return { address, begun };
    },
    async finish(begun, { code, state, iss }) {
      const provider = await providers.still(begun.provider);
      refuseChanged(provider, begun, 'login');
      const configuration = withOwnKeys(
        await reached(provider, configurationOf(provider)),
        provider,
      );
      const came = new URL(begun.callback);
      came.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
      const tokens = await reached(
        provider,
        openid.authorizationCodeGrant(configuration, came, {
          pkceCodeVerifier: begun.verifier,
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          idTokenExpected: true,
        }),
      );
      return userOf(provider, configuration, tokens);
    },
    async renew(former) {
      const { refreshToken, subject } = former;
      const provider = await providers.still(former.provider);
      // A token issued by one provider must not be sent to another.
      refuseChanged(provider, former, 'session');
      const configuration = withOwnKeys(
        await reached(provider, configurationOf(provider)),
        provider,
      );
      const tokens = await reached(provider, openid.refreshTokenGrant(configuration, refreshToken));
      const { identity, renewal } = userOf(provider, configuration, tokens);
      // OpenID Connect Core 1.0, 12.2.
      if (identity.subject !== subject) {
        const detail = `The identity provider ${provider.name} speaks of somebody else than at the login.`;
        throw new ConsoleError('SignOnFailed', { detail });
      }
      return { identity, renewal: renewal ?? former };
    },
    async endAddress({ provider: name, idToken }, back) {
      const provider = configured.find((one) => one.name === name);
      if (!provider?.logout) return undefined;
      const configuration = await configurationOf(provider).catch(() => undefined);
      return configuration && endThere(configuration, idToken, back);
    },
  };
}

/** @throws ConsoleError SignOnFailed if the name belongs to a different provider or client */
function refuseChanged(
  { name, url, clientId }: IdentityProvider,
  former: { readonly url: string; readonly clientId: string },
  during: 'login' | 'session',
): void {
  if (url === former.url && clientId === former.clientId) return;
  const detail = `The settings of the identity provider ${name} were changed during the ${during}.`;
  throw new ConsoleError('SignOnFailed', { detail });
}

/** The metadata of each provider, fetched within the last hour. */
function keptConfigurations() {
  const kept = new WeakMap<IdentityProvider, Known>();
  return (provider: IdentityProvider): Promise<openid.Configuration> => {
    const found = kept.get(provider);
    if (found && found.until > Date.now()) return found.configuration;
    const configuration = discover(provider);
    kept.set(provider, { until: Date.now() + KNOWN_MS, configuration });
    configuration.catch(() => kept.delete(provider));
    return configuration;
  };
}

/** The URL of the login page. */
async function addressThere(
  configuration: openid.Configuration,
  { scopes }: IdentityProvider,
  begun: BegunLogin,
): Promise<string> {
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: begun.callback,
    scope: scopes.join(' '),
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    // Unless requested, providers may issue no refresh token: OpenID Connect Core 1.0, 11.
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
  });
  return address.href;
}

/** The URL for logging out; undefined if the provider does not state one. */
function endThere(configuration: openid.Configuration, idToken: string, back: string) {
  const { end_session_endpoint: address = '' } = configuration.serverMetadata();
  if (!isHttp(address)) return undefined;
  return openid.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: back,
  }).href;
}

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The console's client registration at the provider, and the tolerance for its clock. */
function clientOf({ clientId, clientSecret }: IdentityProvider) {
  return [
    clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret),
  ] as const;
}

/**
 * The same without the provider's keys: the library caches them, and for the first minute rejects
 * tokens signed with a newer key.
 */
function withOwnKeys(known: openid.Configuration, provider: IdentityProvider) {
  const own = new openid.Configuration(known.serverMetadata(), ...clientOf(provider));
  own.timeout = ANSWER_SECONDS;
  if (provider.fetch) own[openid.customFetch] = provider.fetch;
  checkSignatures(own, provider);
  return own;
}

/**
 * Validates token signatures with the provider's keys instead of relying on the connection alone.
 */
function checkSignatures(configuration: openid.Configuration, { url }: IdentityProvider): void {
  // Configuring a provider without TLS is an explicit choice.
  if (url.startsWith('http:')) openid.allowInsecureRequests(configuration);
  openid.enableNonRepudiationChecks(configuration);
}

function discover(provider: IdentityProvider): Promise<openid.Configuration> {
  const { url, fetch } = provider;
  return openid.discovery(new URL(url), ...clientOf(provider), {
    timeout: ANSWER_SECONDS,
    ...(fetch && { [openid.customFetch]: fetch }),
    execute: url.startsWith('http:') ? [openid.allowInsecureRequests] : [],
  });
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

function userOf(
  { name, url, clientId, roleArn }: IdentityProvider,
  configuration: openid.Configuration,
  tokens: Tokens,
): IdentifiedUser {
  const claims = tokens.claims();
  const { id_token: token, refresh_token: refreshToken } = tokens;
  if (!claims || token === undefined) {
    throw new ConsoleError('SignOnFailed', { detail: 'The provider sent no ID token.' });
  }
  const called = [claims.preferred_username, claims.email, claims.sub];
  const accountName = called.find((one) => typeof one === 'string' && isName(one)) ?? claims.sub;
  const subject = `${configuration.serverMetadata().issuer}\n${claims.sub}`;
  return {
    accountName: String(accountName),
    identity: { token, subject, roleArn },
    signedOn: { provider: name, idToken: token },
    ...(refreshToken !== undefined && {
      renewal: { provider: name, url, clientId, subject, refreshToken },
    }),
  };
}

const isName = (text: string) => text !== '' && text.length <= 256 && !/\p{Cc}/u.test(text);
