import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the absolute path of a file below the root of the checkout.
 * @param {...string} parts
 */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}
