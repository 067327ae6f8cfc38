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

/** A login that has begun at a provider. Whoever ends it must have been given it. */
export interface BegunLogin {
  readonly provider: string;
  /** The provider's address and our name there, which may be others when the browser comes back. */
  readonly url: string;
  readonly clientId: string;
  readonly callback: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider's address brings back: OpenID Connect Core 1.0, 3.1.2.5; RFC 9207. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string | undefined;
}

/** Somebody for whom a provider speaks. */
export interface IdentifiedUser {
  readonly accountName: string;
  readonly identity: WebIdentity;
  readonly signedOn: SignedOn;
  readonly renewal?: IdentityRenewal | undefined;
}

/** The OpenID providers of the console. */
export interface IdentityProviders {
  /** Those to log in at; waits only a moment for the storage server. Never fails. */
  all(): Promise<readonly ShownProvider[]>;
  /**
   * Begins a login: the address at the provider, and what its end will be held against.
   * @param callback where the provider sends the browser, unless the configuration names another
   * @throws ConsoleError NotFound, ProviderUnreachable, StorageUnreachable
   */
  begin(name: string, callback: string): Promise<{ address: string; begun: BegunLogin }>;
  /** @throws ConsoleError SignOnFailed, ProviderUnreachable, StorageUnreachable */
  finish(begun: BegunLogin, answer: ProviderAnswer): Promise<IdentifiedUser>;
  /** @throws ConsoleError SignOnFailed, ProviderUnreachable, StorageUnreachable */
  readonly renew: RenewIdentity;
  /**
   * Where a browser ends its login at the provider and is sent back from; undefined where that is not
   * configured, the provider does not offer it, or it does not answer. Never fails.
   */
  endAddress(signedOn: SignedOn, back: string): Promise<string | undefined>;
}

const ANSWER_SECONDS = 10;
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Providers change their settings seldom. */
const KNOWN_MS = 60 * 60_000;

interface Known {
  readonly until: number;
  readonly configuration: Promise<openid.Configuration>;
}

/**
 * Authorization code flow with PKCE, state and nonce at each of these providers.
 * @param configured those of the console's own settings; they count before others of their name
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
      // What was given in trust to one provider is shown to no other.
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

/** @throws ConsoleError SignOnFailed where another provider, or another client, has the name now */
function refuseChanged(
  { name, url, clientId }: IdentityProvider,
  former: { readonly url: string; readonly clientId: string },
  during: 'login' | 'session',
): void {
  if (url === former.url && clientId === former.clientId) return;
  const detail = `The settings of the identity provider ${name} were changed during the ${during}.`;
  throw new ConsoleError('SignOnFailed', { detail });
}

/** The settings of each provider, as it has told them within the last hour. */
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

/** Where the browser logs in. */
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
    // Without being asked, providers may give no refresh token: OpenID Connect Core 1.0, 11.
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
  });
  return address.href;
}

/** Where the browser logs out; undefined where the provider does not say. */
function endThere(configuration: openid.Configuration, idToken: string, back: string) {
  const { end_session_endpoint: address = '' } = configuration.serverMetadata();
  if (!isHttp(address)) return undefined;
  return openid.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: back,
  }).href;
}

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** How the console is known at the provider, and how far its clock may be off. */
function clientOf({ clientId, clientSecret }: IdentityProvider) {
  return [
    clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret),
  ] as const;
}

/**
 * The same with the provider's keys still to be read: the library keeps them, and takes no token that
 * is signed with a newer one for the first minute.
 */
function withOwnKeys(known: openid.Configuration, provider: IdentityProvider) {
  const own = new openid.Configuration(known.serverMetadata(), ...clientOf(provider));
  own.timeout = ANSWER_SECONDS;
  if (provider.fetch) own[openid.customFetch] = provider.fetch;
  checkSignatures(own, provider);
  return own;
}

/** Signatures of tokens are checked with the provider's keys, not only the connection. */
function checkSignatures(configuration: openid.Configuration, { url }: IdentityProvider): void {
  // Whoever configures a provider without TLS has decided so.
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
