import type { IncomingRequest } from '@stowage/storage-wire/incoming-request';
import { S3Error } from '@stowage/storage-wire/s3-error';
import { checkLegacySignature } from '@stowage/storage-wire/sigv2';
import { type ChunkSigning, SIGV4_ALGORITHM } from '@stowage/storage-wire/sigv4';
import {
  checkSignature,
  type ParsedSignature,
  type PresentSignature,
  parseSignature,
} from '@stowage/storage-wire/sigv4-check';
import { ANONYMOUS, type Caller } from './caller.ts';
import type { ExternalPolicies, Parentage } from './external-identity.ts';
import type { Identities } from './identities.ts';
import { boundsOf, type ServiceAccount } from './service-account.ts';
import type { SessionTokens } from './session-tokens.ts';

/** The account with unlimited permissions. */
export interface RootAccount {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Changes with the secret key. */
  readonly generation: string;
}

/** What a signature states about the body. */
export interface PayloadSignature {
  /** SHA-256 in hex, UNSIGNED-PAYLOAD or a STREAMING value. */
  readonly hash: string;
  readonly chunks: ChunkSigning;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly signature: ParsedSignature;
  /** Absent if the signature does not cover the body. */
  readonly payload?: PayloadSignature;
}

/** What a signature must be valid for. */
export interface SignatureScope {
  readonly service: 's3' | 'sts';
  /** Not checked when absent. */
  readonly region?: string;
  /** Overrides the hash named in the request. */
  readonly payloadHash?: string;
  /** Whether version 2 signatures are accepted as well. */
  readonly legacy?: boolean;
}

/** An account, with the rights of its sessions and keys. */
interface Holder {
  readonly rights: Pick<Caller, 'owner' | 'groups' | 'policies' | 'external'>;
  readonly enabled: boolean;
  readonly generation: string;
}

/** Determines who sent a request. */
export class Authenticator {
  readonly root: RootAccount;
  readonly #identities: Identities;
  readonly #tokens: SessionTokens;
  readonly #external: ExternalPolicies;

  constructor(parts: {
    root: RootAccount;
    identities: Identities;
    tokens: SessionTokens;
    external: ExternalPolicies;
  }) {
    this.root = parts.root;
    this.#identities = parts.identities;
    this.#tokens = parts.tokens;
    this.#external = parts.external;
  }

  /**
   * Authenticates the sender of a request.
   * @throws S3Error those of parseSignature, checkSignature and checkLegacySignature,
   *    InvalidAccessKeyId, InvalidTokenId, ExpiredToken
   */
  authenticate(request: IncomingRequest, scope: SignatureScope): Authenticated {
    const signature = parseSignature(request);
    if (signature.kind === 'anonymous') {
      return { caller: ANONYMOUS, signature };
    }
    const now = new Date();
    if (signature.kind === 'legacy' && scope.legacy !== true) {
      throw new S3Error('InvalidRequest', `Only ${SIGV4_ALGORITHM} signatures are supported.`);
    }
    const caller = this.findCaller(signature, now.getTime());
    if (signature.kind === 'legacy') {
      checkLegacySignature(signature, request, caller.secretKey, now);
      this.noteUse(caller, now.getTime());
      return { caller, signature };
    }
    const chunks = checkSignature(signature, request, caller.secretKey, { ...scope, now });
    this.noteUse(caller, now.getTime());
    return { caller, signature, payload: { hash: signature.payloadHash, chunks } };
  }

  /**
   * Finds the caller of an access key; the signature still has to be checked.
   *
   * @param now milliseconds since the epoch
   * @throws S3Error InvalidAccessKeyId, InvalidTokenId, ExpiredToken
   */
  findCaller(signer: Pick<PresentSignature, 'accessKey' | 'sessionToken'>, now: number): Caller {
    const { accessKey, sessionToken } = signer;
    if (sessionToken !== undefined && sessionToken !== '') {
      return this.#session(accessKey, sessionToken, now);
    }
    if (accessKey === this.root.accessKey) {
      return this.#rootCaller();
    }
    const account = this.#identities.serviceAccounts.get(accessKey);
    if (account !== undefined) {
      return this.#serviceAccount(account, now);
    }
    const user = this.#identities.users.get(accessKey);
    if (user === undefined) {
      throw new S3Error('InvalidAccessKeyId');
    }
    refuseDisabled(user);
    return {
      kind: 'user',
      account: accessKey,
      accessKey,
      secretKey: user.secretKey,
      owner: false,
      groups: this.#identities.enabledGroupsOf(accessKey).map(nameOf),
      policies: this.#identities.policiesOf(user),
      bounds: [],
    };
  }

  /**
   * Records the use of a key after its signature was checked. Using a session does not count as a
   * use of the key that obtained it; obtaining it did.
   *
   * @param now milliseconds since the epoch
   */
  noteUse({ kind, accessKey }: Caller, now: number): void {
    if (kind === 'user' || kind === 'service-account') {
      this.#identities.usage.note(accessKey, now);
    }
  }

  #rootCaller(): Caller {
    const { accessKey, secretKey } = this.root;
    return {
      kind: 'root',
      account: accessKey,
      accessKey,
      secretKey,
      groups: [],
      owner: true,
      policies: [],
      bounds: [],
    };
  }

  #serviceAccount(account: ServiceAccount, now: number): Caller {
    const { accessKey, secretKey, parent, expiresAt } = account;
    refuseDisabled(account);
    const holder = this.#holder(account);
    const ended = expiresAt !== undefined && expiresAt <= now;
    if (ended || holder === undefined) {
      throw new S3Error('InvalidAccessKeyId');
    }
    if (!holder.enabled) {
      throw new S3Error('AccessDenied');
    }
    return {
      ...{ kind: 'service-account', account: parent, accessKey, secretKey },
      ...holder.rights,
      bounds: boundsOf(account),
    };
  }

  #session(accessKey: string, token: string, now: number): Caller {
    const session = this.#tokens.read(token);
    if (session === undefined || session.accessKey !== accessKey) {
      throw new S3Error('InvalidTokenId');
    }
    if (session.expiresAt <= now) {
      throw new S3Error('ExpiredToken');
    }
    if (this.#identities.sessions.isRevoked(session)) {
      throw new S3Error('InvalidTokenId');
    }
    const holder = this.#holder(session);
    if (holder?.generation !== session.generation || !holder.enabled) {
      throw new S3Error('InvalidTokenId');
    }
    return {
      ...{ kind: 'session', account: session.parent, accessKey, secretKey: session.secretKey },
      ...holder.rights,
      bounds: session.policy === undefined ? [] : [session.policy],
    };
  }

  /** Returns the account behind a session or key; undefined if it no longer exists. */
  #holder({ parent, external }: Parentage): Holder | undefined {
    if (external !== undefined) {
      const policies = this.#external.policiesOf(parent, external);
      const groups = this.#external.groupsOf?.(parent, external) ?? external.groups ?? [];
      const rights = { owner: false, groups, policies: policies ?? [], external };
      return policies && { rights, enabled: true, generation: '' };
    }
    if (parent === this.root.accessKey) {
      const rights = { owner: true, groups: [], policies: [] };
      return { rights, enabled: true, generation: this.root.generation };
    }
    const user = this.#identities.users.get(parent);
    if (user === undefined) {
      return undefined;
    }
    const groups = this.#identities.enabledGroupsOf(parent).map(nameOf);
    const rights = { owner: false, groups, policies: this.#identities.policiesOf(user) };
    return { rights, enabled: user.enabled, generation: user.generation };
  }
}

function refuseDisabled({ enabled }: { readonly enabled: boolean }): void {
  if (!enabled) {
    throw new S3Error(
      'InvalidAccessKeyId',
      'Your account is disabled; please contact your administrator.',
    );
  }
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
