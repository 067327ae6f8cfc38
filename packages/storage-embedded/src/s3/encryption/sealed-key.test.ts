import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newDataKey, openKey, sealKey } from './sealed-key.ts';

describe('sealed keys', () => {
  const under = randomBytes(32);
  const dataKey = newDataKey();
  const sealed = sealKey(dataKey, under, 'bucket/key');

  it('open with the same key and context', () => {
    expect(openKey(sealed, under, 'bucket/key')).toEqual(dataKey);
  });

  it('differ each time and do not show the key', () => {
    expect(sealKey(dataKey, under, 'bucket/key')).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64').includes(dataKey)).toBe(false);
  });

  it('do not open otherwise', () => {
    expect(openKey(sealed, randomBytes(32), 'bucket/key')).toBeUndefined();
    expect(openKey(sealed, under, 'bucket/other')).toBeUndefined();
    expect(openKey('', under, 'bucket/key')).toBeUndefined();
    const bytes = Buffer.from(sealed, 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(openKey(changed.toString('base64'), under, 'bucket/key')).toBeUndefined();
    }
  });
});
