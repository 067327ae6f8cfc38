import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A path below the root of the checkout, absolute.
 * @param {...string} parts
 */
export function inRoot(...parts) {
  return path.join(root, ...parts);
}
