import { join } from 'node:path';
import type { Engine } from '../engine/types.ts';
import type { Log } from '../log.ts';
import { readSecret, replaceSecret } from '../secret-file.ts';
import { openKeyCopy, recordedKeys } from './key-record.ts';
import { MasterKey } from './master-key.ts';

export interface KeyPlace {
  readonly dataDir: string;
  readonly engine: Pick<Engine, 'getDocument' | 'putDocument'>;
  readonly rootPassword: string;
  readonly log: Log;
}

/** The key does not match the data, or is missing; the message says what to do. */
export class MasterKeyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MasterKeyError';
  }
}

/** Returns the path of the key file in the data directory. */
export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master.key');
}

/**
 * Opens the key of a store: from its file or, if that is lost, from the copy on the drives. A store
 * without data gets a new key.
 *
 * @throws MasterKeyError
 */
export async function openMasterKey(place: KeyPlace): Promise<MasterKey> {
  const path = masterKeyFile(place.dataDir);
  const text = await readSecret(path);
  const needed = recordedKeys(place.engine);
  if (text !== undefined) {
    if (needed !== undefined && MasterKey.parse(text) === undefined) {
      throw new MasterKeyError(`${path} does not hold a master key. ${RESTORE}`);
    }
    return checkedKey(text, path, needed);
  }
  const key = needed === undefined ? firstKey(place, path) : await copiedKey(place, path);
  await replaceSecret(path, key.print());
  return key;
}

/**
 * Parses the key in a file and checks it against what the data needs.
 *
 * @throws MasterKeyError
 */
export function checkedKey(
  text: string,
  path: string,
  needed: readonly string[] | undefined,
): MasterKey {
  const key = MasterKey.parse(text);
  if (key === undefined) {
    throw new MasterKeyError(`${path} does not hold a master key. Restore it from a backup.`);
  }
  if (needed !== undefined && !key.covers(needed)) {
    throw new MasterKeyError(
      `${path} is not the master key of this store: it has key ${key.ids.join(', ')}, and the data need ${needed.join(', ')}. ${RESTORE}`,
    );
  }
  return key;
}

function firstKey({ engine }: KeyPlace, path: string): MasterKey {
  // Every store gets this id at its first start, and its key before that.
  if (engine.getDocument('server', 'deployment-id') !== undefined) {
    throw new MasterKeyError(`${path} is missing, and the drives have no copy of it. ${REMEDIES}`);
  }
  return MasterKey.generate();
}

const RESTORE =
  "Put the right one in its place with 'npm run storage -- key import <file>', or move it away and start with the root password: the key is then restored from the drives.";

const REMEDIES =
  "Put it back from a backup with 'npm run storage -- key import <file>'. If it is lost for good, 'npm run storage -- key reset --discard' makes a new one: encrypted objects stay unreadable, and users, access keys and settings are removed.";

async function copiedKey(place: KeyPlace, path: string): Promise<MasterKey> {
  const key = await openKeyCopy(place.engine, place.rootPassword);
  if (key === undefined) {
    throw new MasterKeyError(
      `${path} is missing, and the copy on the drives does not open with this root password. Start with the root password that the store was last started with. ${REMEDIES}`,
    );
  }
  place.log('warn', 'The master key was missing and was restored from its copy on the drives.', {
    file: path,
  });
  return key;
}
