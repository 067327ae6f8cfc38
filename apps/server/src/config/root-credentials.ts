import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrCreateSecretFile } from './secret-file.ts';
import { ConfigError } from './setting.ts';

const FILE = 'root-credentials.json';
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const Stored = z.object({ user: z.string().min(3), password: z.string().min(8) });

/**
 * The root account of the embedded storage. `file` is where a generated one is stored, `created`
 * whether it was generated at this start.
 */
export interface RootCredentials {
  readonly user: string;
  readonly password: string;
  readonly file?: string;
  readonly created: boolean;
}

/**
 * Returns the configured root account, or the one in the data directory, which is generated at the
 * first start.
 */
export async function loadRootCredentials(
  dataDir: string,
  configured: { readonly user: string; readonly password: string } | undefined,
): Promise<RootCredentials> {
  if (configured) return { ...configured, created: false };
  const file = join(dataDir, FILE);
  const { content, created } = await readOrCreateSecretFile(file, generate);
  return { ...parse(file, content), file, created };
}

function generate(): string {
  const user = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${JSON.stringify({ user, password: randomBytes(24).toString('base64url') }, null, 2)}\n`;
}

function parse(file: string, content: string): z.infer<typeof Stored> {
  const result = Stored.safeParse(readJson(content));
  if (result.success) return result.data;
  throw new ConfigError(
    `${file} cannot be read: expected JSON with user (3 characters or more) and password (8 or more). ` +
      'Restore it from a backup, or set STOWAGE_ROOT_USER and STOWAGE_ROOT_PASSWORD.',
  );
}

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
