/** Local storage keys of the console (document 1, section 3). */
export const userLoggedInKey = 'userLoggedIn';
export const redirectPathKey = 'redirect-path';
export const tokenKey = 'token';
export const sidebarKey = 'sidebarOpen';

/** A stored value; null also where the browser keeps no storage for this page. */
export function readStored(key: string): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; a browser that refuses to store only loses the convenience. */
export function writeStored(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
  } catch {
    // Storage is full or switched off: the value lives until the page is left.
  }
}

/** Forgets a value. */
export function removeStored(key: string): void {
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so there is nothing to forget.
  }
}
