import { createHmac, timingSafeEqual } from 'node:crypto';
import { parsePolicy } from '@stowage/domain/policy';
import type { MasterKey } from './master-key.ts';
import { randomAccessKey } from './random-keys.ts';
import type { IssuedSession } from './session-registry.ts';

/** The content of a session token whose signature is valid. */
export interface Session extends IssuedSession {
  readonly secretKey: string;
  /** The parent's generation at the time of issue; '' for external identities. */
  readonly generation: string;
}

/** A session to be issued. */
export type NewSession = Omit<Session, 'accessKey' | 'secretKey' | 'issuedAt'>;

/** A session as returned by STS. */
export interface TemporaryCredentials extends Session {
  readonly sessionToken: string;
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const REMEMBERED = 2000;

/**
 * Issues and reads session tokens: JWTs that contain the whole session, so that it survives a
 * restart. The secret key of a session is derived from its access key.
 */
export class SessionTokens {
  readonly #signingKey: Uint8Array;
  readonly #secretsKey: Uint8Array;
  readonly #known = new Map<string, Session>();

  constructor(masterKey: MasterKey) {
    this.#signingKey = masterKey.derive('session-token');
    this.#secretsKey = masterKey.derive('session-secret');
  }

  /**
   * Issues a session that starts at the given time; its expiry is rounded down to a whole second.
   */
  issue(session: NewSession, issuedAt = Date.now()): TemporaryCredentials {
    const accessKey = randomAccessKey();
    const exp = Math.floor(session.expiresAt / 1000);
    const { parent, generation, revokeType, policy, external } = session;
    const claims = {
      accessKey,
      exp,
      parent,
      generation,
      issuedAt,
      ...(revokeType === undefined ? {} : { tokenRevokeType: revokeType }),
      ...(external === undefined ? {} : { external }),
      ...(policy === undefined
        ? {}
        : { sessionPolicy: Buffer.from(JSON.stringify(policy)).toString('base64') }),
    };
    const payload = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const sessionToken = `${payload}.${this.#signature(payload).toString('base64url')}`;
    const secretKey = this.#secretOf(accessKey);
    return { ...session, accessKey, secretKey, issuedAt, sessionToken, expiresAt: exp * 1000 };
  }

  /**
   * Returns the session in a token; undefined if this store never issued it. Does not check its
   * expiry.
   */
  read(token: string): Session | undefined {
    const known = this.#known.get(token);
    if (known !== undefined) {
      return known;
    }
    const end = token.lastIndexOf('.');
    const payload = token.slice(0, Math.max(end, 0));
    const given = Buffer.from(token.slice(end + 1), 'base64url');
    const expected = this.#signature(payload);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return undefined;
    }
    const session = this.#decode(payload);
    if (this.#known.size >= REMEMBERED) {
      this.#known.clear();
    }
    this.#known.set(token, session);
    return session;
  }

  #decode(payload: string): Session {
    const text = Buffer.from(payload.slice(HEADER.length + 1), 'base64url').toString('utf8');
    const claims = JSON.parse(text);
    const { accessKey, exp, tokenRevokeType, sessionPolicy, ...said } = claims;
    const { parent, generation, issuedAt, external } = said;
    return {
      accessKey,
      secretKey: this.#secretOf(accessKey),
      parent,
      generation,
      issuedAt,
      expiresAt: exp * 1000,
      ...(tokenRevokeType === undefined ? {} : { revokeType: tokenRevokeType }),
      ...(external === undefined ? {} : { external }),
      ...(sessionPolicy === undefined
        ? {}
        : { policy: parsePolicy(Buffer.from(sessionPolicy, 'base64').toString('utf8')) }),
    };
  }

  #signature(payload: string): Buffer {
    return createHmac('sha256', this.#signingKey).update(payload).digest();
  }

  #secretOf(accessKey: string): string {
    const digest = createHmac('sha256', this.#secretsKey).update(accessKey).digest('base64');
    return digest.replaceAll('/', '+').slice(0, 40);
  }
}
