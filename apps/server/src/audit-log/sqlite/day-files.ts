import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^(\d{4}-\d{2}-\d{2})\.db$/;
const SET_ASIDE = /^(\d{4}-\d{2}-\d{2})\.db(?:-wal|-shm)?\.damaged-\d+$/;

export function pathOfDay(directory: string, day: string): string {
  return join(directory, `${day}.db`);
}

/** The days that have a file, oldest first. */
export function listDays(directory: string): string[] {
  return readdirSync(directory)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort();
}

/** Size in bytes of a day's files; those that vanish meanwhile count as 0. */
export function bytesOfDay(directory: string, day: string): number {
  return partsOf(directory, day).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

export function removeDay(directory: string, day: string): void {
  for (const path of partsOf(directory, day)) rmSync(path, { force: true });
}

/** Sets a day's files aside under a name that no day has, and returns it. */
export function setAsideDay(directory: string, day: string): string {
  const suffix = `.damaged-${Date.now()}`;
  for (const path of partsOf(directory, day)) {
    if (existsSync(path)) renameSync(path, path + suffix);
  }
  return pathOfDay(directory, day) + suffix;
}

/** Removes files that were set aside for days before this one. */
export function removeSetAside(directory: string, before: string): void {
  for (const name of readdirSync(directory)) {
    const day = SET_ASIDE.exec(name)?.[1];
    if (day !== undefined && day < before) rmSync(join(directory, name), { force: true });
  }
}

function partsOf(directory: string, day: string): string[] {
  const path = pathOfDay(directory, day);
  return [path, `${path}-wal`, `${path}-shm`];
}
