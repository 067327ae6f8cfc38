import { z } from 'zod';

// Compiling schemas requires `eval`, which the Content-Security-Policy of the console's pages
// forbids, so browsers interpret them. This must be configured before the first schema is created.
if ('window' in globalThis) z.config({ jitless: true });

export { z };
