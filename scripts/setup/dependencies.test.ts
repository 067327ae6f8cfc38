import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { machinePath, majorOf, missingPackages, NPM_CI } from './dependencies.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'apps/web': { version: '0.1.0' },
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/@stowage/web': { link: true },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
    'node_modules/only-on-windows': { version: '1.0.0', optional: true, os: ['win32'] },
  },
};
const complete = {
  packages: {
    'node_modules/zod': { version: '4.0.0' },
    'node_modules/@stowage/web': { link: true },
    'node_modules/a/node_modules/b': { version: '1.0.0' },
  },
};

it('finds nothing missing in a complete installation', () => {
  expect(missingPackages(lock, complete)).toEqual([]);
});

it('finds everything missing when nothing is installed', () => {
  expect(missingPackages(lock, {})).toEqual([
    'node_modules/zod',
    'node_modules/@stowage/web',
    'node_modules/a/node_modules/b',
  ]);
});

it('finds a package of another version, a nested one and a workspace that is not linked', () => {
  const installed = { packages: { 'node_modules/zod': { version: '3.0.0' } } };
  expect(missingPackages(lock, installed)).toEqual(Object.keys(complete.packages));
});

it('leaves the programs of node_modules out of the search path', () => {
  const searchPath = ['/x/node_modules/.bin', '/usr/bin', '/y/node_modules/.bin', '/bin'];
  expect(machinePath(searchPath.join(':'))).toBe('/usr/bin:/bin');
});

it.each([
  ['v24.21.0\n', 24],
  ['v20.0.0', 20],
  ['', 0],
  ['not found', 0],
])('reads the major version of %j', (text, major) => {
  expect(majorOf(text)).toBe(major);
});

it('installs what builds the web app, also where NODE_ENV is production', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-install-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: object) =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  const project = { name: 'project', version: '1.0.0', devDependencies: { tool: 'file:tool' } };
  mkdirSync(path.join(folder, 'tool'));
  write('tool/package.json', { name: 'tool', version: '1.0.0' });
  write('package.json', project);
  write('package-lock.json', {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': project,
      'node_modules/tool': { resolved: 'tool', link: true },
      tool: { version: '1.0.0', dev: true },
    },
  });

  const { status } = spawnSync('npm', NPM_CI, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });

  expect(status).toBe(0);
  expect(existsSync(path.join(folder, 'node_modules', 'tool'))).toBe(true);
});
