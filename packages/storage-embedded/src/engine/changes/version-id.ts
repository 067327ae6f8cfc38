import { randomBytes } from 'node:crypto';

let pool = Buffer.alloc(0);
let used = 0;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(1024);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/**
 * Makes a version id: a UUIDv7 (time first) whose last 56 bits are the sequence number of the
 * write, so that a version's position in its key's history is known even after it was deleted.
 */
export function makeVersionId(time: number, sequence: number): string {
  const t = time.toString(16).padStart(12, '0');
  const s = sequence.toString(16).padStart(14, '0');
  const r = randomHex(2);
  return `${t.slice(0, 8)}-${t.slice(8)}-7${r.slice(0, 3)}-a${r.slice(3)}${s.slice(0, 2)}-${s.slice(2)}`;
}

/** Returns the sequence number in a version id made here; undefined for any other text. */
export function sequenceOfVersion(versionId: string): number | undefined {
  const match = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]([0-9a-f]{2})-([0-9a-f]{12})$/.exec(
    versionId,
  );
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined;
}
