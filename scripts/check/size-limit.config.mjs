import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../setup/paths.mjs';
import { bundles } from './budgets.mjs';

const dist = inRoot('apps', 'web', 'dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'));

/** The budgets applied to the files of the current build. */
export default bundles(manifest).map(({ name, files, limit }) => ({
  name,
  path: files.map((file) => path.join(dist, file)),
  limit,
  gzip: true,
}));
