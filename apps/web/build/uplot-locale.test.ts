import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { build } from 'vite';
import { expect, it, vi } from 'vitest';
import { uplotLocale } from './uplot-locale.ts';

const uplot = createRequire(import.meta.url).resolve('uplot/dist/uPlot.esm.js');

it('lets charts come where the language of the browser is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uplot-locale-'));
  try {
    await writeFile(join(folder, 'chart.js'), `export { default } from ${JSON.stringify(uplot)};`);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [uplotLocale()],
      build: { lib: { entry: 'chart.js', formats: ['iife'], name: 'Plot', fileName: 'chart' } },
    });
    const code = await readFile(join(folder, 'dist', 'chart.iife.js'), 'utf8');
    vi.spyOn(navigator, 'language', 'get').mockReturnValue('C');
    expect(runInThisContext(`${code}; Plot`)).toBeTypeOf('function');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
