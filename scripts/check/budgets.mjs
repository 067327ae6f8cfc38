/** Gzipped JavaScript that may be loaded (design §7). */
const BUDGETS = { firstLoad: '250 kB', lazy: '80 kB', codeEditor: '150 kB' };

/**
 * @typedef {{ file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} ManifestChunk
 * @typedef {Record<string, ManifestChunk>} Manifest Vite's manifest, by source
 */

/**
 * A chunk and, through all levels, those that it imports statically: what has to be
 * loaded before it runs.
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
 * What the budgets speak of: the first load is the entry with everything it imports
 * statically; a lazy chunk counts with what it brings along beyond the first load.
 * @param {Manifest} manifest
 * @returns {{ name: string, files: string[], limit: string }[]}
 */
export function bundles(manifest) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const first = new Set(entries.flatMap((key) => [...staticClosure(manifest, key)]));
  const lazy = new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports ?? []));
  const scripts = (/** @type {string[]} */ keys) =>
    keys.flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'));
  return [
    { name: 'first load', files: scripts([...first]), limit: BUDGETS.firstLoad },
    ...[...lazy].map((key) => ({
      name: key,
      files: scripts([...staticClosure(manifest, key)].filter((one) => !first.has(one))),
      limit: key.includes('code-editor') ? BUDGETS.codeEditor : BUDGETS.lazy,
    })),
  ].filter((bundle) => bundle.files.length > 0);
}
