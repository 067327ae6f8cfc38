import { ROUTES } from '@stowage/contract/pages';
import { forgetToken, keepToken } from '#web/lib/api/session-token.ts';
import {
  readStored,
  redirectPathKey,
  removeStored,
  userLoggedInKey,
  writeStored,
} from '#web/lib/client-state/local-storage.ts';

/** Pages that a login never returns to. */
const notSaved = new Set<string>([ROUTES.login.pattern, ROUTES.loginCallback.pattern]);

/**
 * Whether this is a path of this origin: '/x', but neither '//host' nor '/\host', which name
 * another one.
 */
function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

function belowBase(href: string, basePath: string): string | undefined {
  if (basePath !== '' && href !== basePath && !href.startsWith(`${basePath}/`)) return undefined;
  return href.slice(basePath.length) || '/';
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Stores a login in the browser: who it was, and the opaque session id. */
export function storeLogin(username: string, sessionId: string): void {
  writeStored(userLoggedInKey, toBase64(username));
  keepToken(sessionId);
}

/** Returns who last logged in here; '' if nobody has, or if the browser stores nothing. */
export function storedUsername(): string {
  return fromBase64(readStored(userLoggedInKey) ?? '');
}

/** Forgets the login. */
export function forgetLogin(): void {
  removeStored(userLoggedInKey);
  forgetToken();
}

/**
 * Saves the address (with base path and query) to return to after the next login; '/', the login
 * screen and the callback are not saved.
 */
export function saveRedirectPath(href: string, basePath: string): void {
  const path = belowBase(href, basePath)?.split(/[?#]/)[0] ?? '/';
  if (path === '/' || notSaved.has(path)) return;
  writeStored(redirectPathKey, href);
}

/**
 * Removes and returns the saved path, below the base path; '/' if there is none that may be used.
 */
export function takeRedirectPath(basePath: string): string {
  const href = readStored(redirectPathKey);
  removeStored(redirectPathKey);
  if (href === null || !isLocalPath(href)) return '/';
  const path = belowBase(href, basePath);
  return path !== undefined && isLocalPath(path) ? path : '/';
}
