import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'precompress-'));
  await writeFile(join(folder, 'main.js'), 'console.log("a module");');
  await writeFile(join(folder, 'index.html'), '<script type="module" src="/main.js"></script>');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('writes both compressed forms of every script and leaves the page plain', async () => {
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins: [precompress()] });
  const assets = join(folder, 'dist', 'assets');
  const [script = ''] = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const plain = await readFile(join(assets, script), 'utf8');
  expect(plain).toContain('a module');
  expect(gunzipSync(await readFile(join(assets, `${script}.gz`))).toString()).toBe(plain);
  expect(brotliDecompressSync(await readFile(join(assets, `${script}.br`))).toString()).toBe(plain);
  expect(await readdir(join(folder, 'dist'))).toEqual(['assets', 'index.html']);
});
