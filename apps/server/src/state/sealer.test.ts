import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSealer, sealerWith } from './sealer.ts';

const sealer = sealerWith(Buffer.alloc(32, 7));

describe('sealerWith', () => {
  it('opens what it sealed and shows nothing of it', () => {
    const sealed = sealer.seal('top secret ✓', 'here');
    expect(Buffer.from(sealed).includes('secret')).toBe(false);
    expect(sealer.open(sealed, 'here')).toBe('top secret ✓');
  });

  it('seals the same text differently each time', () => {
    expect(sealer.seal('text', 'here')).not.toEqual(sealer.seal('text', 'here'));
  });

  it('does not open what was moved to another place', () => {
    expect(sealer.open(sealer.seal('text', 'here'), 'there')).toBeUndefined();
  });

  it('does not open what was changed, cut or sealed with another key', () => {
    const sealed = Buffer.from(sealer.seal('text', 'here'));
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    expect(sealer.open(changed, 'here')).toBeUndefined();
    expect(sealer.open(sealed.subarray(0, 20), 'here')).toBeUndefined();
    expect(sealerWith(Buffer.alloc(32, 8)).open(sealed, 'here')).toBeUndefined();
  });
});

describe('loadSealer', () => {
  it('keeps a key that only this user may read, so that sessions outlive a restart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'stowage-state-'));
    const sealed = (await loadSealer(directory, undefined)).seal('text', 'here');
    expect((await loadSealer(directory, undefined)).open(sealed, 'here')).toBe('text');
    expect((await stat(join(directory, 'session.key'))).mode & 0o777).toBe(0o600);
  });

  it('makes the same key from the same passphrase and salt, and needs no file', async () => {
    const passphrase = { secret: 'a passphrase', salt: 'some salt' };
    const sealed = (await loadSealer('/nonexistent', passphrase)).seal('text', 'here');
    expect((await loadSealer('/nonexistent', passphrase)).open(sealed, 'here')).toBe('text');
    const other = await loadSealer('/nonexistent', { ...passphrase, salt: 'other salt' });
    expect(other.open(sealed, 'here')).toBeUndefined();
  });
});
