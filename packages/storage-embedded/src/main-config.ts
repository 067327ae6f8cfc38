import { randomBytes, randomInt } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readOrCreateSecret } from './secret-file.ts';
import type { StorageOptions } from './server.ts';

/** Why the settings cannot be used, as one line. */
export class SettingError extends Error {
  constructor(name: string, expected: string) {
    super(`${name} has a wrong value: expected ${expected}.`);
    this.name = 'SettingError';
  }
}

/** Environment variables by name; empty ones count as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

const MAX_DRIVES = 32;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Reads the STOWAGE_ variables, the same ones and with the same directories as the console uses for
 * its embedded store, so that both can be run on one data directory alternately.
 *
 * @returns the options, and the file that stores the root account if one was generated
 * @throws SettingError
 */
export async function readSettings(
  environment: Environment = process.env,
): Promise<{ options: StorageOptions; credentialsFile?: string }> {
  const dataDir = resolve(environment.STOWAGE_DATA_DIR || 'data');
  const configured = configuredRoot(environment);
  const credentialsFile = join(dataDir, 'root-credentials.json');
  const root = configured ?? (await keptRoot(credentialsFile));
  return {
    options: {
      dataDir: join(dataDir, 'storage'),
      drives: readDrives(environment.STOWAGE_DRIVES || '4', dataDir),
      host: environment.STOWAGE_STORAGE_HOST || '127.0.0.1',
      port: readPort(environment.STOWAGE_STORAGE_PORT || '9000'),
      rootUser: root.user,
      rootPassword: root.password,
    },
    ...(configured === undefined ? { credentialsFile } : {}),
  };
}

interface Root {
  readonly user: string;
  readonly password: string;
}

function configuredRoot(environment: Environment): Root | undefined {
  const user = environment.STOWAGE_ROOT_USER || undefined;
  const password = environment.STOWAGE_ROOT_PASSWORD || undefined;
  if (user === undefined && password === undefined) {
    return undefined;
  }
  if (user === undefined || !/^[^\s=,]{3,128}$/.test(user)) {
    throw new SettingError('STOWAGE_ROOT_USER', 'at least 3 characters without blanks, , and =');
  }
  if (password === undefined || password.length < 8) {
    throw new SettingError('STOWAGE_ROOT_PASSWORD', 'at least 8 characters');
  }
  return { user, password };
}

async function keptRoot(file: string): Promise<Root> {
  const text = await readOrCreateSecret(file, generateRoot);
  const { user, password } = fieldsOf(text);
  if (typeof user !== 'string' || typeof password !== 'string') {
    throw new SettingError(
      file,
      'JSON with user and password. Restore it from a backup, or set STOWAGE_ROOT_USER and STOWAGE_ROOT_PASSWORD',
    );
  }
  return { user, password };
}

function fieldsOf(text: string): Partial<Record<string, unknown>> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function generateRoot(): string {
  const user = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${JSON.stringify({ user, password: randomBytes(24).toString('base64url') }, null, 2)}\n`;
}

function readDrives(text: string, dataDir: string): readonly string[] {
  if (!/^\d+$/.test(text)) {
    return text
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== '')
      .map((path) => resolve(path));
  }
  const count = Number(text);
  if (count < 1 || count > MAX_DRIVES) {
    throw new SettingError('STOWAGE_DRIVES', `1 to ${MAX_DRIVES}, or a list of directories`);
  }
  return Array.from({ length: count }, (_, index) => join(dataDir, `drive-${index + 1}`));
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new SettingError('STOWAGE_STORAGE_PORT', 'a port number');
  }
  return port;
}
