import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  blobsDirectory,
  isMissing,
  isOwnShortage,
  logDirectory,
  temporaryDirectory,
} from './drive.ts';

/** Contents of a drive's format file: the set it belongs to and the slot it fills. */
export interface DriveFormat {
  readonly format: 1;
  /** Set id, the same on all drives of the set. */
  readonly set: string;
  readonly drive: string;
  /**
   * Incremented when a drive is added or replaced; the highest generation decides which drives
   * belong to the set.
   */
  readonly generation: number;
  /** Drive ids by slot; '' for drives that were given up or drained. */
  readonly drives: readonly string[];
  /** Slots of drives that are being drained or were: nothing else is lost with them. */
  readonly drain?: readonly number[];
  /** Features a program must support to use the drive; none so far. */
  readonly features?: readonly string[];
}

/** What was found at a drive's path. */
export type FoundDrive =
  | { readonly path: string; readonly kind: 'formatted'; readonly format: DriveFormat }
  | { readonly path: string; readonly kind: 'empty' | 'missing' }
  | { readonly path: string; readonly kind: 'unusable'; readonly reason: string };

const FORMAT_FILE = 'format.json';

function isFormat(value: unknown): value is DriveFormat {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const v = value as Record<string, unknown>;
  return (
    v.format === 1 &&
    typeof v.set === 'string' &&
    typeof v.drive === 'string' &&
    Number.isInteger(v.generation) &&
    Array.isArray(v.drives) &&
    v.drives.every((drive) => typeof drive === 'string') &&
    (v.drain === undefined || (Array.isArray(v.drain) && v.drain.every(Number.isInteger)))
  );
}

function isNewer(value: unknown): boolean {
  const { format, features } = (value ?? {}) as Record<string, unknown>;
  return (Number.isInteger(format) && Number(format) > 1) || needsMore(features);
}

/** Whether a drive requires any features; this version supports none. */
function needsMore(features: unknown): boolean {
  return features !== undefined && !(Array.isArray(features) && features.length === 0);
}

async function readFormat(path: string): Promise<DriveFormat | undefined> {
  let text: string;
  try {
    text = await readFile(join(path, FORMAT_FILE), 'utf8');
  } catch (error) {
    if (isMissing(error)) {
      return undefined;
    }
    throw error;
  }
  const value = parsedFormat(text);
  if (isNewer(value)) {
    throw new Error('a newer version of Stowage has written to it');
  }
  if (!isFormat(value)) {
    throw new Error(`its ${FORMAT_FILE} is not understood`);
  }
  return value;
}

function parsedFormat(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `its ${FORMAT_FILE} is damaged: put back what it was, or move all files away and run 'npm run storage -- drive replace' for it`,
    );
  }
}

/** Whether a store has written segments here. */
async function hasLog(path: string): Promise<boolean> {
  try {
    return (await readdir(logDirectory(path))).length > 0;
  } catch (error) {
    if (isMissing(error)) {
      return false;
    }
    throw error;
  }
}

/**
 * Inspects the path of a drive without changing anything.
 * @throws if this process lacks a resource (isOwnShortage), which says nothing about the drive
 */
export async function inspectDrive(path: string): Promise<FoundDrive> {
  try {
    await readdir(path);
  } catch (error) {
    return isMissing(error) ? { path, kind: 'missing' } : unusable(path, error);
  }
  try {
    const format = await readFormat(path);
    if (format) {
      return { path, kind: 'formatted', format };
    }
    return (await hasLog(path))
      ? { path, kind: 'unusable', reason: `it has data but no ${FORMAT_FILE}` }
      : { path, kind: 'empty' };
  } catch (error) {
    return unusable(path, error);
  }
}

function unusable(path: string, error: unknown): FoundDrive {
  if (isOwnShortage(error)) {
    throw error;
  }
  return { path, kind: 'unusable', reason: String(error) };
}

/** Syncs a directory so that names created or renamed in it survive a power loss. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a drive's format durably and atomically, and creates the directories a store needs. */
export async function writeFormat(path: string, format: DriveFormat): Promise<void> {
  await makeLayout(path);
  const temporary = join(temporaryDirectory(path), `${FORMAT_FILE}.${randomUUID()}`);
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(`${JSON.stringify(format, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(path, FORMAT_FILE));
  await syncDirectory(path);
}

/** Writes and removes a probe file on the drive; throws if that fails. */
export async function tryWriting(path: string): Promise<void> {
  await makeLayout(path);
  const file = join(temporaryDirectory(path), `probe-${randomUUID()}`);
  await writeFile(file, 'probe', { flush: true });
  await rm(file);
}

/** Creates the directories a store needs on a drive. */
export async function makeLayout(path: string): Promise<void> {
  for (const directory of [logDirectory, blobsDirectory, temporaryDirectory]) {
    await makeDirectory(directory(path));
  }
}

/**
 * Creates a directory unless it exists; returns whether it was created. Its parent must exist:
 * nothing may be created in place of a drive that was removed.
 */
export async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Directories being created, each with a promise that resolves once its name is durable. */
const inTheMaking = new Map<string, Promise<void>>();

/**
 * Like `makeDirectory`, but durable: resolves, for all concurrent callers, once the directory's
 * name has been synced. If that fails, the directory is removed.
 */
export function makeDurableDirectory(path: string, sync = syncDirectory): Promise<void> {
  const underWay = inTheMaking.get(path);
  if (underWay) {
    return underWay;
  }
  const made = makeAndSync(path, sync).finally(() => inTheMaking.delete(path));
  inTheMaking.set(path, made);
  return made;
}

async function makeAndSync(path: string, sync: typeof syncDirectory): Promise<void> {
  if (!(await makeDirectory(path))) {
    return;
  }
  try {
    await sync(dirname(path));
  } catch (error) {
    // Otherwise the next caller would take it for durable. The removal itself fails if the drive is
    // gone.
    await rmdir(path).catch(() => undefined);
    throw error;
  }
}
