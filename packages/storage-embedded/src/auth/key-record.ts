import { createHmac } from 'node:crypto';
import { decryptAdminPayload, encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import type { Engine } from '../engine/types.ts';
import { MasterKey } from './master-key.ts';

type Documents = Pick<Engine, 'getDocument' | 'putDocument'>;

/**
 * What the drives store about the master key: which one their data needs, and a copy encrypted with
 * the root password (Argon2id).
 */
interface KeyRecord {
  readonly ids: readonly string[];
  /** base64 */
  readonly copy: string;
  /** Lets the holder of the key check whether the copy opens with a password. */
  readonly mark: string;
}

const KIND = 'server';
const NAME = 'master-key';

/** Returns the ids of the keys that the data needs; undefined if nothing was recorded yet. */
export function recordedKeys(engine: Documents): readonly string[] | undefined {
  return read(engine)?.ids;
}

/** Decrypts the copy of the key on the drives; undefined if the password does not open it. */
export async function openKeyCopy(
  engine: Documents,
  rootPassword: string,
): Promise<MasterKey | undefined> {
  const record = read(engine);
  if (record === undefined) {
    return undefined;
  }
  try {
    const text = await decryptAdminPayload(rootPassword, Buffer.from(record.copy, 'base64'));
    return MasterKey.parse(Buffer.from(text).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Records which key the data needs, with a copy; does nothing if that is already recorded. */
export async function recordKey(
  engine: Documents,
  key: MasterKey,
  rootPassword: string,
): Promise<void> {
  const known = read(engine);
  const mark = createHmac('sha256', key.derive('password-of-copy'))
    .update(rootPassword)
    .digest('base64url');
  if (known?.mark === mark && String(known.ids) === String(key.ids)) {
    return;
  }
  const copy = await encryptAdminPayload(rootPassword, Buffer.from(key.print()));
  const record: KeyRecord = { ids: key.ids, copy: Buffer.from(copy).toString('base64'), mark };
  await engine.putDocument(KIND, NAME, JSON.stringify(record));
}

export async function forgetKey(engine: Documents): Promise<void> {
  await engine.putDocument(KIND, NAME, null);
}

function read(engine: Documents): KeyRecord | undefined {
  const text = engine.getDocument(KIND, NAME);
  return text === undefined ? undefined : JSON.parse(text);
}
