import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/**
 * Returns the app modules that a module transitively imports before it runs, itself included.
 * Library modules are left out: whatever the app uses of them follows, while their index files
 * import far more.
 */
function closureOf(id: string, context: Context, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id) || id.includes('node_modules')) return seen;
  seen.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) closureOf(next, context, seen);
  return seen;
}

const fileOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** The first screen after login: the shell and, usually in it, the list of buckets. */
const AFTER_LOGIN = ['app/shell/shell-part.ts', 'features/buckets/buckets-page.tsx'].map(fileOf);

/**
 * Returns a function that names the group of every module these screens need; null for all other
 * modules.
 */
function afterLogin() {
  let closure: ReadonlySet<string> | undefined;
  return (id: string, context: Context): string | null => {
    closure ??= new Set(AFTER_LOGIN.flatMap((file) => [...closureOf(file, context)]));
    return closure.has(id) ? 'shell' : null;
  };
}

/**
 * Fields validated by a schema. Merged into small shared chunks, they would pull zod into every
 * importer.
 */
const CHECKED_BY_SCHEMA = /entities[\\/]bucket[\\/](?:quota|retention)-fields\.tsx$/;

/** Source size in bytes below which a module shared by few parts is merged with its neighbours. */
const CRUMB = 2_400;

/**
 * Returns how the app's modules are grouped into chunks; the size budgets and request counts depend
 * on it.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    {
      name: 'react',
      test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
      priority: 5,
    },
    // Everything the login screen needs, in one file.
    { name: 'start', tags: ['$initial'], priority: 4 },
    { name: afterLogin(), debugName: 'shell', priority: 3 },
    // Small and needed by nearly every part; otherwise these would be merged with rarely needed
    // modules.
    {
      name: 'addresses',
      test: /\?addresses$|[\\/]fields-text\.ts$|[\\/]entities[\\/]identity[\\/]en\.ts$|[\\/]contract[\\/]src[\\/]preview\.ts$/,
      priority: 2,
    },
    // Loaded with the first form that validates by a schema.
    {
      name: 'schemas',
      test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]src[\\/][^?]*$/,
      priority: 2,
    },
    // Modules shared by several parts are grouped by who needs them; small ones are merged with
    // neighbours.
    {
      name: 'shared',
      test: (id) => !CHECKED_BY_SCHEMA.test(id),
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: CRUMB,
      priority: 1,
    },
  ];
}
