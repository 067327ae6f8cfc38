import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, it } from 'vitest';

const config = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** Imports that each rule rejects; every rule of the configuration is listed here. */
const REFUSED = [
  ['no-cycles', 'packages/domain/src/a.ts', 'packages/domain/src/b.ts'],
  ['resolvable', 'packages/domain/src/c.ts', 'packages/domain/src/missing.ts'],
  ['no-tests-in-product', 'apps/web/src/lib/a.ts', 'apps/web/src/testing/render.ts'],
  ['domain-imports', 'packages/domain/src/d.ts', 'packages/contract/src/a.ts'],
  ['contract-imports', 'packages/contract/src/b.ts', 'packages/storage-wire/src/a.ts'],
  ['tenants-imports', 'packages/tenants/src/a.ts', 'packages/storage-wire/src/a.ts'],
  ['storage-wire-imports', 'packages/storage-wire/src/b.ts', 'packages/contract/src/a.ts'],
  [
    'storage-client-imports',
    'packages/storage-client/src/a.ts',
    'packages/storage-embedded/src/a.ts',
  ],
  [
    'storage-embedded-imports',
    'packages/storage-embedded/src/b.ts',
    'packages/storage-client/src/b.ts',
  ],
  ['metrics-imports', 'packages/metrics/src/a.ts', 'packages/storage-client/src/c.ts'],
  ['directory-imports', 'packages/directory/src/a.ts', 'packages/storage-wire/src/c.ts'],
  ['domain-is-pure', 'packages/domain/src/e.ts', 'node:fs'],
  ['contract-is-zod-only', 'packages/contract/src/c.ts', 'node:fs'],
  ['web-imports', 'apps/web/src/app/a.ts', 'packages/storage-wire/src/a.ts'],
  ['web-runs-in-the-browser', 'apps/web/src/lib/b.ts', 'node:fs'],
  ['features-know-no-app', 'apps/web/src/features/buckets/a.ts', 'apps/web/src/app/b.ts'],
  [
    'features-are-islands',
    'apps/web/src/features/buckets/b.ts',
    'apps/web/src/features/objects/a.ts',
  ],
  [
    'entities-know-no-feature',
    'apps/web/src/entities/bucket/a.ts',
    'apps/web/src/features/objects/a.ts',
  ],
  ['ui-knows-no-entity', 'apps/web/src/ui/a.ts', 'apps/web/src/entities/bucket/b.ts'],
  ['lib-draws-nothing', 'apps/web/src/lib/c.ts', 'apps/web/src/ui/b.ts'],
  ['server-imports', 'apps/server/src/upstream/a.ts', 'packages/storage-embedded/src/a.ts'],
  ['composition-imports', 'apps/server/src/compose.ts', 'packages/storage-wire/src/a.ts'],
  [
    'modules-are-islands',
    'apps/server/src/modules/auth/a.ts',
    'apps/server/src/modules/buckets/a.ts',
  ],
  [
    'plugins-know-no-module',
    'apps/server/src/plugins/a.ts',
    'apps/server/src/modules/buckets/a.ts',
  ],
  ['nothing-imports-the-process', 'apps/server/src/modules/auth/b.ts', 'apps/server/src/main.ts'],
  ['modules-know-no-app', 'apps/server/src/modules/auth/c.ts', 'apps/server/src/app.ts'],
] as const;

/** Allowed imports, one for each direction in the architecture. */
const ALLOWED = [
  ['apps/web/src/app/c.ts', 'apps/web/src/features/objects/a.ts'],
  ['apps/web/src/features/buckets/c.ts', 'apps/web/src/entities/bucket/b.ts'],
  ['apps/web/src/entities/bucket/c.ts', 'apps/web/src/ui/b.ts'],
  ['apps/web/src/lib/d.ts', 'packages/contract/src/a.ts'],
  ['apps/web/src/lib/d.test.ts', 'apps/web/src/testing/render.ts'],
  ['apps/server/src/compose-storage.ts', 'packages/storage-embedded/src/a.ts'],
  ['apps/server/src/modules/auth/d.ts', 'packages/storage-client/src/b.ts'],
  ['packages/storage-client/src/c.ts', 'packages/storage-wire/src/a.ts'],
] as const;

let folder: string;
let violations: ICruiseResult['summary']['violations'];

function write(file: string, imported: string) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  const specifier = imported.startsWith('node:')
    ? imported
    : `./${path.relative(path.dirname(file), imported)}`;
  writeFileSync(target, `import '${specifier}';\nexport const value: number = 1;\n`);
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-imports-'));
  writeFileSync(path.join(folder, 'package.json'), '{}');
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const pairs = [...REFUSED.map(([, from, to]) => [from, to] as const), ...ALLOWED];
  for (const [, to] of pairs) {
    if (!to.startsWith('node:') && !to.includes('missing')) write(to, 'node:test');
  }
  for (const [from, to] of pairs) write(from, to);
  write('packages/domain/src/b.ts', 'packages/domain/src/a.ts');
  const { output } = await cruise(['apps', 'packages'], {
    ...config.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  violations = output.summary.violations;
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(REFUSED)('%s refuses %s -> %s', (rule, from) => {
  expect(violations.filter((one) => one.from === from).map((one) => one.rule.name)).toContain(rule);
});

it.each(ALLOWED)('lets %s import %s', (from, to) => {
  expect(violations.filter((one) => one.from === from && one.to === to)).toEqual([]);
});

it('has an example for every rule', () => {
  const rules = config.forbidden.map((rule: { name: string }) => rule.name);
  expect(REFUSED.map(([rule]) => rule)).toEqual(expect.arrayContaining(rules));
});
