import { S3Error } from '@stowage/storage-wire/s3-error';
import type { ChunkSigning } from '@stowage/storage-wire/sigv4';
import {
  checkSignature,
  type IncomingRequest,
  type ParsedSignature,
  type PresentSignature,
  parseSignature,
} from '@stowage/storage-wire/sigv4-check';
import { ANONYMOUS, type Caller } from './caller.ts';
import type { Identities } from './identities.ts';
import type { SessionTokens } from './session-tokens.ts';

/** The account that may do everything. */
export interface RootAccount {
  readonly accessKey: string;
  readonly secretKey: string;
  /** Differs when the secret does. */
  readonly generation: string;
}

/** What a signature says of the body. */
export interface PayloadSignature {
  /** SHA-256 in hex, UNSIGNED-PAYLOAD or a STREAMING value. */
  readonly hash: string;
  readonly chunks: ChunkSigning;
}

export interface Authenticated {
  readonly caller: Caller;
  readonly signature: ParsedSignature;
  /** Absent for anonymous callers. */
  readonly payload?: PayloadSignature;
}

/** What a request must have been signed for. */
export interface SignatureScope {
  readonly service: 's3' | 'sts';
  /** Not checked when absent. */
  readonly region?: string;
  /** Stands in for the hash that the request names. */
  readonly payloadHash?: string;
}

/** Finds out who sent a request. */
export class Authenticator {
  readonly root: RootAccount;
  readonly #identities: Identities;
  readonly #tokens: SessionTokens;

  constructor(parts: { root: RootAccount; identities: Identities; tokens: SessionTokens }) {
    this.root = parts.root;
    this.#identities = parts.identities;
    this.#tokens = parts.tokens;
  }

  /**
   * @throws S3Error those of parseSignature and checkSignature, InvalidAccessKeyId,
   *   InvalidTokenId, ExpiredToken
   */
  authenticate(request: IncomingRequest, scope: SignatureScope): Authenticated {
    const signature = parseSignature(request);
    if (signature.kind === 'anonymous') {
      return { caller: ANONYMOUS, signature };
    }
    const now = new Date();
    const caller = this.#findCaller(signature, now.getTime());
    const chunks = checkSignature(signature, request, caller.secretKey, { ...scope, now });
    return { caller, signature, payload: { hash: signature.payloadHash, chunks } };
  }

  #findCaller(signature: PresentSignature, now: number): Caller {
    const { accessKey, sessionToken } = signature;
    if (sessionToken !== undefined && sessionToken !== '') {
      return this.#session(accessKey, sessionToken, now);
    }
    if (accessKey === this.root.accessKey) {
      return this.#rootCaller();
    }
    const user = this.#identities.users.get(accessKey);
    if (user === undefined) {
      throw new S3Error('InvalidAccessKeyId');
    }
    if (!user.enabled) {
      throw new S3Error(
        'InvalidAccessKeyId',
        'Your account is disabled; please contact your administrator.',
      );
    }
    return {
      kind: 'user',
      account: accessKey,
      accessKey,
      secretKey: user.secretKey,
      owner: false,
      policies: this.#identities.policiesOf(user),
    };
  }

  #rootCaller(): Caller {
    const { accessKey, secretKey } = this.root;
    return { kind: 'root', account: accessKey, accessKey, secretKey, owner: true, policies: [] };
  }

  #session(accessKey: string, token: string, now: number): Caller {
    const session = this.#tokens.read(token);
    if (session === undefined || session.accessKey !== accessKey) {
      throw new S3Error('InvalidTokenId');
    }
    if (session.expiresAt <= now) {
      throw new S3Error('ExpiredToken');
    }
    const owner = session.parent === this.root.accessKey;
    const user = owner ? undefined : this.#identities.users.get(session.parent);
    const generation = owner ? this.root.generation : user?.generation;
    if (generation !== session.generation || user?.enabled === false) {
      throw new S3Error('InvalidTokenId');
    }
    return {
      kind: 'session',
      account: session.parent,
      accessKey,
      secretKey: session.secretKey,
      owner,
      policies: user === undefined ? [] : this.#identities.policiesOf(user),
      ...(session.policy === undefined ? {} : { sessionPolicy: session.policy }),
    };
  }
}
