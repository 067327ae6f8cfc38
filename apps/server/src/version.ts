import { readFileSync } from 'node:fs';

/** The console's version, from its package. */
export function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return version;
}
