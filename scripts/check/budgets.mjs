/** Size budgets for the loaded JavaScript, gzipped (design §7). */
const BUDGETS = { login: '180 kB', bucketList: '260 kB', route: '80 kB', codeEditor: '150 kB' };

/** The chunk with the code that is used right after the login (apps/web/build/chunk-groups.ts). */
const AFTER_LOGIN = 'shell';

/**
 * @typedef {{ file: string, name?: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} ManifestChunk
 * @typedef {Record<string, ManifestChunk>} Manifest Vite's manifest, by source
 */

/**
 * Returns a chunk and its transitive static imports: everything that must be loaded before it runs.
 * @param {Manifest} manifest
 * @param {string} key
 * @param {Set<string>} [seen]
 * @returns {Set<string>} keys of the manifest
 */
export function staticClosure(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) staticClosure(manifest, imported, seen);
  return seen;
}

/**
 * Returns the bundles with a budget: the login page, which is the entry with its static imports;
 * the bucket list, including everything loaded before it; and each other part of the app with what
 * it loads in addition to those two and to the parts that open it.
 * @param {Manifest} manifest
 * @returns {{ name: string, files: string[], limit: string }[]}
 */
export function bundles(manifest) {
  const all = (/** @type {string[]} */ keys) =>
    new Set(keys.flatMap((key) => [...staticClosure(manifest, key)]));
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const lazy = new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []));
  const after = Object.keys(manifest).filter((key) => manifest[key]?.name === AFTER_LOGIN);
  if (after.length === 0) throw new Error(`There is no chunk '${AFTER_LOGIN}' in the build.`);
  const login = all(entries);
  const list = all([...entries, ...after]);
  const scripts = (/** @type {string[]} */ keys) => [
    ...new Set(
      keys.flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js')),
    ),
  ];
  /** Returns the chunks that a part adds to those already loaded, whichever part requests it. */
  const added = (/** @type {string} */ part) => {
    const openers = Object.keys(manifest)
      .filter((key) => manifest[key]?.dynamicImports?.includes(part))
      .map((key) => all([key]));
    const isThere = (/** @type {string} */ key) =>
      list.has(key) || openers.every((opener) => opener.has(key));
    return [...all([part])].filter((key) => !isThere(key));
  };
  return [
    { name: 'login page', files: scripts([...login]), limit: BUDGETS.login },
    { name: 'bucket list', files: scripts([...list]), limit: BUDGETS.bucketList },
    ...[...lazy]
      .filter((key) => !list.has(key))
      .map((key) => ({
        name: key,
        files: scripts(added(key)),
        limit: key.includes('code-editor') ? BUDGETS.codeEditor : BUDGETS.route,
      })),
  ].filter((bundle) => bundle.files.length > 0);
}
