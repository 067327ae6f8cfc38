import { z } from 'zod';

// Compiling schemas needs `eval`, which the Content-Security-Policy of the console's pages forbids:
// in a browser they are interpreted. It is said here, before the first schema is made.
if ('window' in globalThis) z.config({ jitless: true });

export { z };
