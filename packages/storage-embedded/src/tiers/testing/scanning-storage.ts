import { readSettings } from '../../main-config.ts';
import { startStorage } from '../../server.ts';

/** A store started as by main.ts whose scanner hardly pauses, for tests that kill it. */
const { options } = await readSettings();
const storage = await startStorage({ ...options, scanInterval: 20 });
process.stdout.write(`Stowage storage listens on ${storage.url}\n`);
