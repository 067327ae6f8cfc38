import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PolicyDocument } from '@stowage/domain/policy';
import { parsePolicy } from '@stowage/domain/policy';
import type { MasterKey } from './master-key.ts';

/** What a session token says once its signature was found good. */
export interface Session {
  readonly accessKey: string;
  readonly secretKey: string;
  /** The access key of who asked for the session. */
  readonly parent: string;
  /** The parent's generation at that time. */
  readonly generation: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly policy?: PolicyDocument;
}

/** Temporary credentials as STS hands them out. */
export interface TemporaryCredentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken: string;
  readonly expiresAt: number;
}

const HEADER = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
const REMEMBERED = 2000;
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Makes and reads session tokens: JWTs that carry the whole session, so that it
 * outlives a restart. The secret key of a session is derived from its access key.
 */
export class SessionTokens {
  readonly #signingKey: Uint8Array;
  readonly #secretsKey: Uint8Array;
  readonly #known = new Map<string, Session>();

  constructor(masterKey: MasterKey) {
    this.#signingKey = masterKey.derive('session-token');
    this.#secretsKey = masterKey.derive('session-secret');
  }

  /** @param expiresAt milliseconds since the epoch; the token keeps whole seconds */
  issue(session: {
    parent: string;
    generation: string;
    expiresAt: number;
    policy?: PolicyDocument;
  }): TemporaryCredentials {
    const accessKey = randomAccessKey();
    const exp = Math.floor(session.expiresAt / 1000);
    const claims = {
      accessKey,
      exp,
      parent: session.parent,
      generation: session.generation,
      ...(session.policy === undefined
        ? {}
        : { sessionPolicy: Buffer.from(JSON.stringify(session.policy)).toString('base64') }),
    };
    const payload = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    const sessionToken = `${payload}.${this.#signature(payload).toString('base64url')}`;
    const secretKey = this.#secretOf(accessKey);
    return { accessKey, secretKey, sessionToken, expiresAt: exp * 1000 };
  }

  /** The session of a token; undefined when this store never issued it. Says nothing about its expiry. */
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
    const policy =
      claims.sessionPolicy === undefined
        ? {}
        : { policy: parsePolicy(Buffer.from(claims.sessionPolicy, 'base64').toString('utf8')) };
    return {
      accessKey: claims.accessKey,
      secretKey: this.#secretOf(claims.accessKey),
      parent: claims.parent,
      generation: claims.generation,
      expiresAt: claims.exp * 1000,
      ...policy,
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

function randomAccessKey(): string {
  let key = '';
  for (const byte of randomBytes(20)) {
    key += KEY_LETTERS[byte % KEY_LETTERS.length];
  }
  return key;
}
