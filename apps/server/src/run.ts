import { type Console, compose } from './compose.ts';
import { type Config, readConfig } from './config/config.ts';
import { type Listeners, listen } from './listen.ts';
import { readVersion } from './version.ts';

/** A console that listens. */
export interface Running {
  stop(): Promise<void>;
}

/** Starts the console and prints where it is; settles when the storage listens too. */
export async function run(
  print: (line: string) => void,
  onFailure: (error: Error) => void,
): Promise<Running> {
  const config = readConfig();
  const console = await compose(config, readVersion(), process.stderr);
  const listeners = await listen(console.app, config.web);
  const { embedded } = console;
  await embedded?.storage.listening;
  embedded?.storage.onEnd(onFailure);
  for (const line of greeting(config, console, listeners)) print(line);
  return {
    async stop() {
      await listeners.close();
      await console.close();
    },
  };
}

function greeting(config: Config, { embedded }: Console, { addresses }: Listeners): string[] {
  const lines = addresses.map((address) => `Console   ${address}`);
  if (config.storage.kind === 'server') return [...lines, `Storage   ${config.storage.url}`];
  if (!embedded) return lines;
  const { storage, root } = embedded;
  const account = root.file
    ? [`Username  ${root.user}`, `Password  ${root.password}`, `          (kept in ${root.file})`]
    : [`Username  ${root.user}`, 'Password  as set in STOWAGE_ROOT_PASSWORD'];
  return [...lines, `Storage   ${storage.url()}`, ...account];
}
