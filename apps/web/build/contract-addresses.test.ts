import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contractAddresses } from './contract-addresses.ts';

let folder: string;

beforeEach(async () => {
  // Next to the app, from where the contract can be resolved.
  folder = await mkdtemp(join(import.meta.dirname, '..', 'node_modules', '.contract-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Builds a script and returns the output. */
async function built(script: string): Promise<string> {
  const entry = join(folder, 'main.ts');
  await writeFile(entry, script);
  const output = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [contractAddresses()],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  });
  const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}

it('leaves of an endpoint what a call needs, and of zod nothing', async () => {
  const code = await built(
    "import { getBucket } from '@stowage/contract/buckets'; console.log(getBucket);",
  );
  expect(code).toContain('"path": "/buckets/{name}"');
  expect(code).toContain('"by": "storage"');
  expect(code).not.toMatch(/ZodObject|jitless|summary|creation_date/);
});

it('keeps plain values', async () => {
  const code = await built(
    "import { MAX_DELETIONS } from '@stowage/contract/objects'; console.log(MAX_DELETIONS);",
  );
  expect(code).toMatch(/console\.log\(1e4\)|MAX_DELETIONS = 10000/);
});

it('brings a schema, interpreted, to whoever asks for schemas', async () => {
  const code = await built(
    "import { MakeBucket } from '@stowage/contract/schemas/buckets'; console.log(MakeBucket);",
  );
  expect(code).toMatch(/jitless/);
  expect(code).toContain('ZodObject');
});

it('refuses a schema under the name of the addresses', async () => {
  const script = "import { MakeBucket } from '@stowage/contract/buckets'; console.log(MakeBucket);";
  await expect(built(script)).rejects.toThrow(/MakeBucket/);
});
