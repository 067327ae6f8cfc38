/** Local storage keys of the console. */
export const userLoggedInKey = 'userLoggedIn';
export const redirectPathKey = 'redirect-path';
export const tokenKey = 'token';
export const sidebarKey = 'sidebarOpen';
/** Set after a logout until the server has confirmed it. */
export const logoutPendingKey = 'logout-pending';

/** Values the browser refused to store; they last until the page is left. */
const unstored = new Map<string, string>();

/** Returns a stored value; null if there is none. */
export function readStored(key: string): string | null {
  try {
    return unstored.get(key) ?? globalThis.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; if the browser refuses, it is lost with the page. */
export function writeStored(key: string, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    // Storage is full or disabled.
    unstored.set(key, value);
  }
}

/** Removes a value. */
export function removeStored(key: string): void {
  unstored.delete(key);
  try {
    globalThis.localStorage.removeItem(key);
  } catch {
    // Nothing can be stored, so there is nothing to remove.
  }
}
