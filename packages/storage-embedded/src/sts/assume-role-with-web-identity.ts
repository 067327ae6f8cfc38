import { hash } from 'node:crypto';
import { evaluate, JWT_CLAIMS } from '@stowage/domain/policy';
import { xmlElement } from '@stowage/storage-wire/xml';
import type { ExternalIdentity } from '../auth/external-identity.ts';
import type { NewSession } from '../auth/session-tokens.ts';
import type { Reply } from '../http/reply.ts';
import {
  type CheckedClaims,
  checkToken,
  TokenError,
} from '../identity-providers/openid/check-token.ts';
import type { OpenIdProvider } from '../identity-providers/openid/openid-providers.ts';
import { ProviderError } from '../identity-providers/openid/provider-document.ts';
import { policyNames } from '../identity-providers/openid/provider-settings.ts';
import type { Store } from '../store.ts';
import { beginSession } from './begin-session.ts';
import { credentialsReply } from './credentials-reply.ts';
import { isTooLong, MAX_IDENTITY_LENGTH } from './identity-length.ts';
import { MAX_SECONDS, readExpiry, readSessionFields } from './session-fields.ts';
import type { StsAction, StsCall, StsForm } from './sts-call.ts';
import { StsError } from './sts-error.ts';

type Claims = CheckedClaims & Readonly<Record<string, unknown>>;

/** AssumeRoleWithWebIdentity: issues temporary credentials for a token of an OpenID provider. */
export const assumeRoleWithWebIdentity: StsAction = (call) =>
  assume(call, 'AssumeRoleWithWebIdentity', 'SubjectFromWebIdentityToken');

/** MinIO's older name for the same, for programs with their own token. */
export const assumeRoleWithClientGrants: StsAction = (call) =>
  assume(call, 'AssumeRoleWithClientGrants', 'SubjectFromToken');

async function assume(call: StsCall, action: string, subjectName: string): Promise<Reply> {
  const { store, exchange, form } = call;
  const found = findProvider(store, form.get('RoleArn') ?? '');
  const fields = readSessionFields(form);
  readExpiry(form, 0);
  const claims = await checkedClaims(store, found, form);
  // The store's limit applies whatever the provider allows.
  const latest = Date.now() + MAX_SECONDS * 1000;
  const expiresAt = readExpiry(form, Math.min(claims.exp * 1000, latest));
  const external = identityOf(found, claims);
  const parent = accountOf(claims);
  exchange.facts.parentUser = parent;
  const credentials = await beginSession(store, async (): Promise<NewSession> => {
    await admit(store, { found, claims, parent, form, external });
    return { parent, external, generation: '', expiresAt, ...fields };
  });
  const more = [xmlElement(subjectName, claims.sub)];
  return credentialsReply(exchange, { action, credentials, more });
}

/** As in MinIO, an unknown role counts as none, since some clients cannot omit it. */
function findProvider({ openid }: Store, roleArn: string): OpenIdProvider {
  const found = (roleArn === '' ? undefined : openid.byRole(roleArn)) ?? openid.byClaim;
  if (found === undefined) {
    const reason =
      roleArn === ''
        ? 'No OpenID provider is configured whose claim names policies: RoleArn is needed'
        : 'Error processing RoleArn parameter: there is no such role';
    throw new StsError('InvalidParameterValue', reason);
  }
  return found;
}

async function checkedClaims(
  store: Store,
  { settings, provider }: OpenIdProvider,
  form: StsForm,
): Promise<Claims> {
  const token = form.get('WebIdentityToken') || form.get('Token') || '';
  if (token === '') {
    throw new StsError('MissingParameter', 'WebIdentityToken is missing');
  }
  try {
    const claims = await checkToken(provider, settings.clientId, token);
    return settings.claimUserinfo
      ? { ...(await askUserinfo(provider, claims, form)), ...claims }
      : claims;
  } catch (error) {
    if (error instanceof TokenError) {
      throw new StsError(error.isExpired ? 'ExpiredToken' : 'InvalidParameterValue', error.message);
    }
    if (error instanceof ProviderError) {
      const { name } = settings;
      store.log('warn', 'An OpenID provider cannot be asked.', { name, reason: error.message });
      throw new StsError('ServiceUnavailable', 'The identity provider cannot be asked now');
    }
    throw error;
  }
}

async function askUserinfo(
  provider: OpenIdProvider['provider'],
  { sub }: CheckedClaims,
  form: StsForm,
): Promise<Readonly<Record<string, unknown>>> {
  const accessToken = form.get('WebIdentityAccessToken') ?? '';
  if (accessToken === '' || !/^[\x21-\x7e]+$/.test(accessToken)) {
    throw new StsError(
      'InvalidParameterValue',
      'WebIdentityAccessToken is needed: claims of this provider come from its userinfo endpoint',
    );
  }
  const more = await provider.userinfo(accessToken);
  if (more.sub !== sub) {
    throw new TokenError('The access token is that of somebody else');
  }
  return more;
}

interface Entrant {
  readonly found: OpenIdProvider;
  readonly claims: Claims;
  readonly parent: string;
  readonly form: StsForm;
  readonly external: ExternalIdentity;
}

/** Checks that the user has a policy, and stores those named by the token. */
async function admit(
  { identities, openid }: Store,
  { found, claims, parent, form, external }: Entrant,
): Promise<void> {
  const { settings, roleArn } = found;
  const asked = roleArn === undefined ? claimedPolicies(claims, settings.claimName) : undefined;
  const named = asked ?? settings.rolePolicies;
  const policies = named.filter((name) => identities.policies.get(name) !== undefined);
  if (policies.length === 0) {
    throw new StsError(
      'InvalidParameterValue',
      `None of the given policies (${shown(named)}) are defined, credentials will not be generated`,
    );
  }
  const seconds = form.get('DurationSeconds') ?? '';
  const context = {
    ...external.claims,
    ...(seconds === '' ? {} : { DurationSeconds: [seconds] }),
  };
  const action = 'sts:AssumeRoleWithWebIdentity';
  if (evaluate(openid.documents(policies), { action, context }) === 'deny') {
    throw new StsError('AccessDenied', 'A policy of this user denies it');
  }
  const known = identities.openIdUsers.get(parent)?.policies;
  if (roleArn === undefined && String(known) !== String(policies)) {
    await identities.openIdUsers.put(parent, { policies, updatedAt: Date.now() });
  }
}

function claimedPolicies(claims: Claims, claimName: string): readonly string[] {
  const values = textsOf(Object.hasOwn(claims, claimName) ? claims[claimName] : undefined);
  if (values === undefined) {
    const reason = `${claimName} claim missing from the JWT token, credentials will not be generated`;
    throw new StsError('InvalidParameterValue', reason);
  }
  return [...new Set(values.flatMap(policyNames))].sort();
}

function identityOf(
  { settings: { configUrl, readableClaim, idClaim }, roleArn }: OpenIdProvider,
  claims: Claims,
): ExternalIdentity {
  const told = JWT_CLAIMS.flatMap((name): [string, readonly string[]][] => {
    const values = Object.hasOwn(claims, name) ? textsOf(claims[name]) : undefined;
    return values === undefined ? [] : [[name, values]];
  });
  const [id] = textsOf(claims[idClaim]) ?? [];
  const [name] = textsOf(claims[readableClaim]) ?? [];
  const identity: ExternalIdentity = {
    provider: 'openid',
    configUrl,
    claims: Object.fromEntries(told),
    ...(roleArn === undefined ? {} : { roleArn }),
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
  };
  if (isTooLong(identity)) {
    const reason = `The claims of the token are longer than ${MAX_IDENTITY_LENGTH} characters`;
    throw new StsError('InvalidParameterValue', reason);
  }
  return identity;
}

/** Returns a name for subject and issuer that is valid as a user name; the same as in MinIO. */
function accountOf({ sub, iss }: CheckedClaims): string {
  return hash('sha256', `openid:${sub}:${iss}`, 'base64url');
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') {
    return [value];
  }
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function shown(names: readonly string[]): string {
  return names.join(',').slice(0, 200);
}
