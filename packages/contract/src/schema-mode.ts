import { z } from 'zod';

/**
 * Lets schemas be interpreted and not compiled: compiling them needs `eval`,
 * which the Content-Security-Policy of the browser's pages forbids. Call it
 * before the first schema is made.
 */
export function interpretSchemas(): void {
  z.config({ jitless: true });
}
