import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../setup/paths.mjs';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(inRoot('package-lock.json'), 'utf8'),
);

/** Returns the paths where Node looks for a package's dependency, nearest first. */
function places(from: string, name: string): string[] {
  const own = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (from === '') return [own];
  const parent = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  return [own, ...places(parent, name)];
}

// If a registry lacks the binaries for other systems, npm omits them, and `npm ci` then rejects the
// lock file everywhere. Add the entry by hand: version, os, cpu, optional.
it('names the optional packages of every system, not only of the one it was written on', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !places(from, name).some((place) => place in packages),
    ),
  );
  expect(missing).toEqual([]);
});

it('names no host: every registry serves it', () => {
  expect(JSON.stringify(packages)).not.toContain('"resolved":"http');
});
