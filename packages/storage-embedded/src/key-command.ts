import { open, readFile } from 'node:fs/promises';
import { forgetKey, recordedKeys, recordKey } from './auth/key-record.ts';
import { MasterKey } from './auth/master-key.ts';
import {
  checkedKey,
  type KeyPlace,
  MasterKeyError,
  masterKeyFile,
  openMasterKey,
} from './auth/open-master-key.ts';
import { UsageError } from './command.ts';
import { openEngine } from './engine/engine.ts';
import type { Engine } from './engine/types.ts';
import { TARGETS_SETTING } from './replication/remote-targets.ts';
import { readSecret, replaceSecret } from './secret-file.ts';
import type { StorageOptions } from './server.ts';

type Options = Pick<StorageOptions, 'dataDir' | 'drives' | 'rootPassword' | 'log'>;

const USAGE =
  'key export <file> | key import <file> | key rotate | key reset --discard (stop the store before the last three)';
/** Kinds of documents whose secrets can only be opened with the master key. */
const SEALED_KINDS = ['user', 'service-account', 'config', 'config-history'];

/**
 * Manages the master key of a store: `key export`, `import`, `rotate` and `reset`.
 *
 * @throws UsageError, MasterKeyError; Error if the store is running or a file cannot be used
 */
export function keyCommand(options: Options, words: readonly string[]): Promise<string> {
  const [verb, argument, ...rest] = words;
  if (rest.length === 0) {
    if (verb === 'export' && argument !== undefined) {
      return exportKey(options, argument);
    }
    if (verb === 'import' && argument !== undefined) {
      return withStore(options, (place) => importKey(place, argument));
    }
    if (verb === 'rotate' && argument === undefined) {
      return withStore(options, rotateKey);
    }
    if (verb === 'reset' && argument === '--discard') {
      return withStore(options, resetKey);
    }
  }
  throw new UsageError(USAGE);
}

async function exportKey({ dataDir }: Options, file: string): Promise<string> {
  const path = masterKeyFile(dataDir);
  const text = await readSecret(path);
  if (text === undefined) {
    throw new MasterKeyError(
      `${path} is missing. Start the store with its root password: it restores the key from the drives.`,
    );
  }
  const key = checkedKey(text, path, undefined);
  // Never overwrites an existing file.
  const copy = await open(file, 'wx', 0o600);
  try {
    await copy.writeFile(key.print());
    await copy.sync();
  } finally {
    await copy.close();
  }
  return `The master key (${key.ids.join(', ')}) is in ${file}. Keep it apart from the drives: with both, everything can be read.`;
}

async function importKey({ dataDir, engine }: KeyPlace, file: string): Promise<string> {
  const key = checkedKey(await readFile(file, 'utf8'), file, recordedKeys(engine));
  await replaceSecret(masterKeyFile(dataDir), key.print());
  return `The master key (${key.ids.join(', ')}) is in place.`;
}

async function rotateKey(place: KeyPlace): Promise<string> {
  const key = await openMasterKey(place);
  if (key.hasFormer) {
    throw new MasterKeyError(
      'The last rotation is not over yet. Start the store and let it finish; its log tells.',
    );
  }
  const next = key.rotated();
  await replaceSecret(masterKeyFile(place.dataDir), next.print());
  await recordKey(place.engine, next, place.rootPassword);
  return 'There is a new master key. Start the store: it seals everything with the new key while it runs, and drops the former one when nothing needs it. Export the key again then.';
}

async function resetKey({ dataDir, engine, rootPassword }: OpenPlace): Promise<string> {
  const path = masterKeyFile(dataDir);
  if ((await readSecret(path)) !== undefined) {
    throw new MasterKeyError(`${path} is there. Move it away if it is really to be replaced.`);
  }
  for (const kind of SEALED_KINDS) {
    for (const { name } of engine.listDocuments(kind)) {
      await engine.putDocument(kind, name, null);
    }
  }
  for (const { name, settings } of engine.listBuckets()) {
    if (settings[TARGETS_SETTING] !== undefined) {
      await engine.updateBucket(name, { settings: { [TARGETS_SETTING]: null } });
    }
  }
  const key = MasterKey.generate();
  await forgetKey(engine);
  await replaceSecret(path, key.print());
  await recordKey(engine, key, rootPassword);
  return 'There is a new master key. Objects that the former one encrypted stay unreadable; users, access keys, settings and replication targets are to be made again.';
}

type OpenPlace = KeyPlace & { readonly engine: Engine };

/** Opens the data, which fails while the store is running. */
async function withStore(
  { dataDir, drives, rootPassword, log = () => undefined }: Options,
  work: (place: OpenPlace) => Promise<string>,
): Promise<string> {
  const engine = await openEngine({ dataDir, drives, log });
  try {
    return await work({ dataDir, engine, rootPassword, log });
  } finally {
    await engine.close();
  }
}
