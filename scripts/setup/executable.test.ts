import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isExecutable, onPath } from './executable.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-path-'));
  for (const name of ['first', 'second']) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'first', 'tool'), '');
  writeFileSync(path.join(folder, 'second', 'tool'), '');
  chmodSync(path.join(folder, 'second', 'tool'), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('passes over files that cannot be executed, and folders', () => {
  expect(isExecutable(path.join(folder, 'first', 'tool'))).toBe(false);
  expect(isExecutable(folder)).toBe(false);
  expect(isExecutable(path.join(folder, 'second', 'tool'))).toBe(true);
});

it('finds a program by any of its names', () => {
  const searchPath = ['first', 'second'].map((name) => path.join(folder, name)).join(':');
  expect(onPath(['other', 'tool'], searchPath)).toBe(path.join(folder, 'second', 'tool'));
  expect(onPath(['other'], searchPath)).toBeUndefined();
  expect(onPath(['tool'], '')).toBeUndefined();
});
