import type { RootCredentials } from './config/root-credentials.ts';

/** What the first lines of a console that listens say. */
export interface Greeting {
  readonly addresses: readonly string[];
  readonly storage: string;
  /** Only where the storage is embedded. */
  readonly root?: RootCredentials;
  /** Whether somebody reads along; otherwise the lines are kept in a journal or a log. */
  readonly terminal: boolean;
}

/** Where the console is and how to log in, a line each. */
export function greeting({ addresses, storage, root, terminal }: Greeting): string[] {
  const lines = addresses.map((address) => `Console   ${address}`);
  return [...lines, `Storage   ${storage}`, ...(root ? account(root, terminal) : [])];
}

/** The password is shown once, when it is made, and only to a person. */
function account({ user, password, file, created }: RootCredentials, terminal: boolean): string[] {
  const name = `Username  ${user}`;
  if (file === undefined) return [name, 'Password  as set in STOWAGE_ROOT_PASSWORD'];
  if (!created || !terminal) return [name, `Password  kept in ${file}`];
  return [name, `Password  ${password}`, `          (kept in ${file}, not shown again)`];
}
