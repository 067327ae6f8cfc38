import type { RootCredentials } from './config/root-credentials.ts';

/** The data for the console's start-up message. */
export interface Greeting {
  readonly addresses: readonly string[];
  readonly storage: string;
  /** Only if the storage is embedded. */
  readonly root?: RootCredentials;
  /** Whether the output is a terminal rather than a journal or a log file. */
  readonly terminal: boolean;
}

/** Where to find the console and how to log in, one line each. */
export function greeting({ addresses, storage, root, terminal }: Greeting): string[] {
  const lines = addresses.map((address) => `Console   ${address}`);
  return [...lines, `Storage   ${storage}`, ...(root ? account(root, terminal) : [])];
}

/** The password is shown once, when it is generated, and only on a terminal. */
function account({ user, password, file, created }: RootCredentials, terminal: boolean): string[] {
  const name = `Username  ${user}`;
  if (file === undefined) return [name, 'Password  as set in STOWAGE_ROOT_PASSWORD'];
  if (!created || !terminal) return [name, `Password  kept in ${file}`];
  return [name, `Password  ${password}`, `          (kept in ${file}, not shown again)`];
}
