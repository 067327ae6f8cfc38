import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|svg|json|txt)$/;
const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  const brotli = await brotliAsync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  });
  await writeFile(`${file}.gz`, await gzipAsync(content, { level: 9 }));
  await writeFile(`${file}.br`, brotli);
}

/**
 * Writes a .gz and a .br next to every compressible asset of the build, which the server sends as
 * they are. index.html stays uncompressed: the server fills its placeholders for each response.
 */
export function precompress(): Plugin {
  return {
    name: 'stowage:precompress',
    apply: 'build',
    async writeBundle(output) {
      if (output.dir === undefined) return;
      const entries = await readdir(output.dir, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && compressible.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      await Promise.all(files.map(compressFile));
    },
  };
}
