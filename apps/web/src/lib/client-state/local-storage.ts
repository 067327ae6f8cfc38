/** Local storage keys of the console. */
export const userLoggedInKey = 'userLoggedIn';
export const redirectPathKey = 'redirect-path';
export const tokenKey = 'token';
export const sidebarKey = 'sidebarOpen';
/** Somebody logged out and the server has not confirmed it. */
export const logoutPendingKey = 'logout-pending';

/** What the browser refused to store; it lives until the page is left. */
const unstored = new Map<string, string>();

/** A stored value; null where there is none. */
export function readStored(key: string): string | null {
  try {
    return unstored.get(key) ?? globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; a browser that refuses to store loses it with the page. */
export function writeStored(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    // Storage is full or switched off.
    unstored.set(key, value);
  }
}

/** Forgets a value. */
export function removeStored(key: string): void {
  unstored.delete(key);
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so there is nothing to forget.
  }
}
