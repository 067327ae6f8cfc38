import { SESSION_TOKEN_HEADER } from '@stowage/contract/endpoint';
import {
  readStored,
  removeStored,
  tokenKey,
  writeStored,
} from '#web/lib/client-state/local-storage.ts';
import { basePath } from './base-path.ts';

/** Consoles at several paths of one origin share its storage: each has a token of its own. */
const ownKey = () => `${tokenKey}${basePath()}`;

/** Keeps the token that login returned. It opens nothing without the session's cookie. */
export function keepToken(token: string): void {
  writeStored(ownKey(), token);
}

export function forgetToken(): void {
  removeStored(ownKey());
}

/** The token of this page's console; empty where nobody is logged in. */
export function sessionToken(): string {
  return readStored(ownKey()) ?? '';
}

/**
 * Shows that this page was given the session whose cookie the browser sends:
 * pages on other ports of the host share the cookie, but not this. It is there
 * before the login too: a cookie that somebody else has set then opens nothing.
 */
export function tokenHeader(): Readonly<Record<string, string>> {
  return { [SESSION_TOKEN_HEADER]: sessionToken() };
}
