import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import {
  readStored,
  removeStored,
  tokenKey,
  writeStored,
} from '#web/lib/client-state/local-storage.ts';
import { basePath } from './base-path.ts';

/** Consoles at several paths of one origin share its storage, so each has its own token. */
const ownKey = () => `${tokenKey}${basePath()}`;

/** Stores the token returned by login. It is useless without the session's cookie. */
export function keepToken(token: string): void {
  writeStored(ownKey(), token);
}

export function forgetToken(): void {
  removeStored(ownKey());
}

/** Returns the token of this page's console; empty without a login. */
export function sessionToken(): string {
  return readStored(ownKey()) ?? '';
}

/**
 * Proves that this page received the session whose cookie the browser sends: pages on other ports
 * of the host share the cookie, but not this token. It exists before login too, so that a cookie
 * set by somebody else is useless.
 */
export function tokenHeader(): Readonly<Record<string, string>> {
  return { [SESSION_TOKEN_HEADER]: sessionToken() };
}
