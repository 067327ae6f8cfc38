import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SETTINGS } from '../../apps/server/src/config/settings.ts';
import { inRoot } from '../setup/paths.mjs';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');
const packageJson = (folder: string): { dependencies?: Record<string, string> } =>
  JSON.parse(read(`${folder}/package.json`));
const foreign = (name: string) => !name.startsWith('@stowage/');

const APPS = ['apps/server', 'apps/web'];
const PACKAGES = readdirSync(inRoot('packages')).map((name) => `packages/${name}`);

const dependencies = (folder: string) =>
  Object.keys(packageJson(folder).dependencies ?? {}).filter(foreign);

it('explains every setting in the README, with its default', () => {
  const rows = read('README.md').split('\n');
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    const fallback = 'fallback' in setting ? ` \`${setting.fallback}\` ` : ' ';
    expect(row, name).toContain(`| \`${name}\` |${fallback}|`);
  }
});

it('explains no setting that does not exist', () => {
  const named = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map((match) => match[1]);
  expect(named).toEqual(Object.keys(SETTINGS));
});

it('keeps server and web together at 25 direct run-time dependencies at most', () => {
  const names = new Set(APPS.flatMap(dependencies));
  expect(names.size).toBeLessThanOrEqual(25);
});

it('gives a reason for every run-time dependency and for no other', () => {
  const used = new Set([
    ...APPS.flatMap(dependencies),
    ...PACKAGES.flatMap(dependencies),
    ...dependencies('.'),
  ]);
  const explained = [
    ...read('docs/adr/dependencies.md').matchAll(/^\| ((?:@?[a-z][\w./-]*(?:, )?)+) \|/gm),
  ]
    .flatMap((match) => (match[1] ?? '').split(', '))
    .filter((name) => name !== 'package');
  expect(new Set(explained)).toEqual(used);
});
