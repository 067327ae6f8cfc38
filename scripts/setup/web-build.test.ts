import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint, isInput } from './web-build.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-inputs-'));
  writeFileSync(path.join(folder, 'a'), 'one');
  writeFileSync(path.join(folder, 'b'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('gives the same fingerprint for the same files', () => {
  expect(fingerprint(['a', 'b'], folder)).toBe(fingerprint(['a', 'b'], folder));
});

it('notices a changed, a removed and a renamed file', () => {
  const before = fingerprint(['a', 'b'], folder);
  expect(fingerprint(['a'], folder)).not.toBe(before);
  writeFileSync(path.join(folder, 'c'), 'two');
  expect(fingerprint(['a', 'c'], folder)).not.toBe(before);
  writeFileSync(path.join(folder, 'a'), 'One');
  expect(fingerprint(['a', 'b'], folder)).not.toBe(before);
});

it('notices bytes that move from one file to the next', () => {
  const before = fingerprint(['a', 'b'], folder);
  writeFileSync(path.join(folder, 'a'), 'onet');
  writeFileSync(path.join(folder, 'b'), 'wo');
  expect(fingerprint(['a', 'b'], folder)).not.toBe(before);
});

it.each([
  ['apps/web/src/app/main.tsx', true],
  ['apps/web/src/lib/format.test.ts', false],
  ['apps/web/src/app/shell.test.tsx', false],
  ['apps/web/src/testing/render.tsx', false],
  ['apps/web/node_modules/x/index.js', false],
  ['apps/web/dist/index.html', false],
])('%s goes into the build: %s', (file, expected) => {
  expect(isInput(file)).toBe(expected);
});
