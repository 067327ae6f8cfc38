import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Parameters<Exclude<Rolldown.CodeSplittingGroup['name'], string>>[1];

/**
 * The modules of the app that a module needs before it runs, through all levels, itself included. What
 * they take of libraries comes with them; the libraries' own index files name far more than that.
 */
function closureOf(id: string, context: Context, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id) || id.includes('node_modules')) return seen;
  seen.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) closureOf(next, context, seen);
  return seen;
}

const fileOf = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** What everybody sees first after the login: the shell and, in it, most often the list of buckets. */
const AFTER_LOGIN = ['app/shell/shell-part.ts', 'features/buckets/buckets-page.tsx'].map(fileOf);

/** Names the group of all that these screens need; null for anything else. */
function afterLogin() {
  let closure: ReadonlySet<string> | undefined;
  return (id: string, context: Context): string | null => {
    closure ??= new Set(AFTER_LOGIN.flatMap((file) => [...closureOf(file, context)]));
    return closure.has(id) ? 'shell' : null;
  };
}

/** Fields that check by a schema. Joined to crumbs, they would bring zod to whoever wants the crumbs. */
const CHECKED_BY_SCHEMA = /entities[\\/]bucket[\\/](?:quota|retention)-fields\.tsx$/;

/** Bytes of source below which what few parts share is joined to what its neighbours share. */
const CRUMB = 2_400;

/** How the modules of the app are joined to chunks; the size budgets and numbers of requests hang on it. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    {
      name: 'react',
      test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
      priority: 5,
    },
    // All that the login screen needs, in one file.
    { name: 'start', tags: ['$initial'], priority: 4 },
    { name: afterLogin(), debugName: 'shell', priority: 3 },
    // Small, and wanted by nearly every part: else it would be joined to what few want.
    {
      name: 'addresses',
      test: /\?addresses$|[\\/]fields-text\.ts$|[\\/]entities[\\/]identity[\\/]en\.ts$|[\\/]contract[\\/]src[\\/]preview\.ts$/,
      priority: 2,
    },
    // Loaded with the first form that checks by a schema.
    {
      name: 'schemas',
      test: /node_modules[\\/]zod[\\/]|packages[\\/]contract[\\/]src[\\/][^?]*$/,
      priority: 2,
    },
    // What several parts share stands together by who needs it, and crumbs with their neighbours.
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
