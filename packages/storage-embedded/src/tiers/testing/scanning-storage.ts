import { readSettings } from '../../main-config.ts';
import { startStorage } from '../../server.ts';

/** A store as main.ts runs it, whose scanner hardly rests: for tests that kill it. */
const { options } = await readSettings();
const storage = await startStorage({ ...options, scanInterval: 20 });
process.stdout.write(`Stowage storage listens on ${storage.url}\n`);
