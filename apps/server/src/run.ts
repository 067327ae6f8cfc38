import { compose } from './compose.ts';
import { readConfig } from './config/config.ts';
import { greeting } from './greeting.ts';
import { listen } from './listen.ts';
import { readVersion } from './version.ts';

/** A running console. */
export interface Running {
  /** The start-up message with its URL. */
  readonly greeting: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts the console; resolves once the storage is listening too. `terminal`: the output is a
 * terminal, not a file.
 */
export async function run(terminal: boolean, onFailure: (error: Error) => void): Promise<Running> {
  const config = readConfig();
  const console = await compose(config, readVersion(), process.stderr);
  const listeners = await listen(console.app, config.web);
  const { embedded } = console;
  await embedded?.storage.listening;
  embedded?.storage.onEnd(onFailure);
  const { addresses } = listeners;
  const storage = config.storage.kind === 'server' ? config.storage.url : embedded?.storage.url();
  const root = embedded?.root;
  return {
    greeting: greeting({ addresses, storage: storage ?? '', terminal, ...(root && { root }) }),
    async stop() {
      await listeners.close();
      await console.close();
    },
  };
}
