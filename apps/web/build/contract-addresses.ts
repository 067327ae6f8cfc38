import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = '@stowage/contract/';
const SCHEMAS = `${CONTRACT}schemas/`;
const ADDRESSES = '?addresses';
/** A contract file that builds schemas. */
const makesSchemas = /from '(?:\.\.?\/)+zod\.ts'/;
/** Endpoint properties that only servers and documentation read. */
const unread = new Set(['summary', 'errors']);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): boolean {
  return isObject(value) && '_zod' in value;
}

/** Whether a value is an endpoint or stream of the contract. */
function isEntry(value: unknown): value is object {
  return isObject(value) && 'path' in value && 'permission' in value && 'summary' in value;
}

/** Whether a value can be serialised: it contains no schemas and no functions. */
function isPlain(value: unknown): boolean {
  if (isSchema(value) || typeof value === 'function' || value === undefined) return false;
  return !isObject(value) || Object.values(value).every(isPlain);
}

/** Returns an endpoint without its schemas: its address and how it is called. */
function addressOf(entry: object): object {
  return Object.fromEntries(
    Object.entries(entry).filter(([name, value]) => isPlain(value) && !unread.has(name)),
  );
}

function line(name: string, value: unknown): string {
  if (isEntry(value)) return `export const ${name} = ${JSON.stringify(addressOf(value))};`;
  if (isPlain(value)) return `export const ${name} = ${JSON.stringify(value)};`;
  return `// ${name} is in ${SCHEMAS}`;
}

/**
 * Serialises what the app imports from the contract. The web app calls endpoints by address and
 * validates by schema only what its forms need. Imports from '@stowage/contract/...' are therefore
 * addresses and plain values, evaluated at build time. A schema, and zod with it, is imported from
 * '@stowage/contract/schemas/...', which is the same file.
 */
export function contractAddresses(): Plugin {
  return {
    name: 'stowage:contract-addresses',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith(CONTRACT) || source.startsWith(SCHEMAS)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found === null || !makesSchemas.test(await readFile(found.id, 'utf8'))) return found;
      return { id: found.id + ADDRESSES, moduleSideEffects: false };
    },
    async load(id) {
      if (!id.endsWith(ADDRESSES)) return null;
      const file = id.slice(0, -ADDRESSES.length);
      this.addWatchFile(file);
      const exports: object = await import(pathToFileURL(file).href);
      const lines = Object.entries(exports).map(([name, value]) => line(name, value));
      return { code: lines.join('\n'), moduleType: 'js' };
    },
  };
}
