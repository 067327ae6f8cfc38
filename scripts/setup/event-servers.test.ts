import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findPostgres, findPrometheus, findRedis, findSlapd } from './event-servers.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stowage-programs-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('takes the servers that it is told to take', () => {
  for (const name of ['initdb', 'postgres']) {
    symlinkSync(process.execPath, path.join(folder, name));
  }
  vi.stubEnv('STOWAGE_TEST_POSTGRES', folder);
  vi.stubEnv('STOWAGE_TEST_REDIS', process.execPath);
  vi.stubEnv('STOWAGE_TEST_PROMETHEUS', process.execPath);
  vi.stubEnv('STOWAGE_TEST_SLAPD', process.execPath);
  expect(findPostgres()).toBe(folder);
  expect(findRedis()).toBe(process.execPath);
  expect(findPrometheus()).toBe(process.execPath);
  expect(findSlapd()).toBe(process.execPath);
});

it('says when what is named is none', () => {
  vi.stubEnv('STOWAGE_TEST_POSTGRES', folder);
  vi.stubEnv('STOWAGE_TEST_REDIS', folder);
  vi.stubEnv('STOWAGE_TEST_PROMETHEUS', folder);
  vi.stubEnv('STOWAGE_TEST_SLAPD', folder);
  expect(findPostgres).toThrow('no folder with initdb and postgres');
  expect(findRedis).toThrow('not an executable file');
  expect(findPrometheus).toThrow('not an executable file');
  expect(findSlapd).toThrow('not an executable file');
});
