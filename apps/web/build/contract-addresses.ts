import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = '@stowage/contract/';
const SCHEMAS = `${CONTRACT}schemas/`;
const ADDRESSES = '?addresses';
/** A file of the contract that makes schemas. */
const makesSchemas = /from '(?:\.\.?\/)+zod\.ts'/;
/** Parts of an endpoint that only servers and documents read. */
const unread = new Set(['summary', 'errors']);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): boolean {
  return isObject(value) && '_zod' in value;
}

/** An endpoint or a stream of the contract. */
function isEntry(value: unknown): value is object {
  return isObject(value) && 'path' in value && 'permission' in value && 'summary' in value;
}

/** Whether a value can be written down: nothing in it is a schema or a function. */
function isPlain(value: unknown): boolean {
  if (isSchema(value) || typeof value === 'function' || value === undefined) return false;
  return !isObject(value) || Object.values(value).every(isPlain);
}

/** What is left of an endpoint without its schemas: where and how it is called. */
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
 * The web app calls endpoints by their address and checks by schemas only what its forms need. So
 * what it imports from '@stowage/contract/...' are addresses and plain values, written down when it
 * is built. A schema, and zod with it, is imported from '@stowage/contract/schemas/...', which is the
 * same file.
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
