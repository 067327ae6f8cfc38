import { createPrivateKey, sign } from 'node:crypto';
import { recordOf } from '@stowage/domain/record-of';
import {
  type RemoteAnswer,
  RemoteConnection,
  RemoteError,
} from '../replication/remote-connection.ts';
import { WITHIN_MS } from './remote-content.ts';

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFE_SECONDS = 3600;
/** Tokens are renewed a minute before they expire. */
const SPARE_MS = 60_000;
const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** The properties used from a service account's JSON file. */
export interface ServiceAccount {
  readonly email: string;
  /** PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string;
  /** URL of the token endpoint. */
  readonly tokenUri: string;
}

/**
 * Reads the credentials file of a gcs tier.
 *
 * @throws Error that says what is wrong with it
 */
export function readServiceAccount(text: string): ServiceAccount {
  const json = parse(text);
  if (json.type !== 'service_account') {
    throw new Error('it is not the key file of a service account');
  }
  const field = (name: string) => {
    const value = json[name];
    return typeof value === 'string' ? value : '';
  };
  const account = {
    email: field('client_email'),
    privateKey: field('private_key'),
    privateKeyId: field('private_key_id'),
    tokenUri: field('token_uri') || TOKEN_URI,
  };
  if (account.email === '') {
    throw new Error('client_email is missing');
  }
  if (!isRsaKey(account.privateKey)) {
    throw new Error('private_key is not an RSA key');
  }
  if (!/^https?:\/\/[^@]+$/.test(account.tokenUri) || !URL.canParse(account.tokenUri)) {
    throw new Error('token_uri is not a URL');
  }
  return account;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? { ...json } : {};
  } catch {
    throw new Error('it is not JSON');
  }
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Access tokens of a service account, each cached until it expires. */
export class GoogleTokens {
  readonly #account: ServiceAccount;
  readonly #server: RemoteConnection;
  #current: { readonly token: Promise<string>; until: number } | undefined;

  constructor(account: ServiceAccount) {
    this.#account = account;
    this.#server = new RemoteConnection(new URL(account.tokenUri).origin, googleError, 1);
  }

  /**
   * Returns a valid token.
   *
   * @throws RemoteError if none is issued
   */
  token(): Promise<string> {
    if (this.#current === undefined || this.#current.until <= Date.now()) {
      const asked = { token: this.#ask(), until: Date.now() + LIFE_SECONDS * 1000 - SPARE_MS };
      asked.token.catch(() => this.#drop(asked));
      this.#current = asked;
    }
    return this.#current.token;
  }

  /** Drops the current token after it was rejected. */
  forget(): void {
    this.#current = undefined;
  }

  #drop(asked: object): void {
    if (this.#current === asked) {
      this.#current = undefined;
    }
  }

  async retire(): Promise<void> {
    await this.#server.retire();
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  async #ask(): Promise<string> {
    const { pathname, search } = new URL(this.#account.tokenUri);
    const form = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(this.#account) });
    const { text, status } = await this.#server.send({
      method: 'POST',
      path: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
      within: WITHIN_MS,
    });
    const { access_token: token } = jsonOf(text);
    if (typeof token !== 'string' || !/^[!-~]+$/.test(token)) {
      throw new RemoteError('InvalidResponse', status, 'Google gave no token.');
    }
    return token;
  }
}

/**
 * Returns a JSON Web Token that identifies the caller, signed with the account's key (RFC 7523).
 */
function assertionOf({ email, privateKey, privateKeyId, tokenUri }: ServiceAccount): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: privateKeyId };
  const claims = { iss: email, scope: SCOPE, aud: tokenUri, iat: now, exp: now + LIFE_SECONDS };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

/** Reads an error of Google's servers, for storage or tokens. */
export function googleError({ status, text }: RemoteAnswer): RemoteError {
  const { error, error_description: described } = jsonOf(text);
  if (typeof error === 'string') {
    return new RemoteError(error, status, typeof described === 'string' ? described : error);
  }
  const details = recordOf(error);
  const [first] = Array.isArray(details.errors) ? details.errors : [];
  const { reason } = recordOf(first);
  const code = typeof reason === 'string' ? reason : `HTTP${status}`;
  const { message } = details;
  return new RemoteError(
    code,
    status,
    typeof message === 'string' ? message : `Google answered with status ${status}.`,
  );
}

/** Returns the JSON object in a response, or an empty one. */
export function jsonOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}
