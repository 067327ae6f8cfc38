import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  type AdminCipher,
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
  isEncryptedAdminPayload,
  openFragments,
} from './admin-cipher.ts';

const SECRET = 'correct horse battery staple ÄÖ';
const NAMES: readonly AdminCipher[] = [
  'argon2id-aes-256-gcm',
  'argon2id-chacha20-poly1305',
  'pbkdf2-aes-256-gcm',
];

/**
 * Produced with sio-go and accepted by madmin-go's DecryptData: cipher, bytes of plain text,
 * SHA-256 of the payload. Salt, nonce and plain text are the patterns below.
 */
const VECTORS: readonly [cipher: number, size: number, sha256: string][] = [
  [0, 0, 'ec8c5868141c88b44e91a6c4c74969dbe093878fe21f983a1dbf9d38861bde28'],
  [0, 1, 'da4b2047ad27558c75a021fa65e84fcbe66e2b2ffcba69f56d98e55043c81293'],
  [0, 16383, '76a95b055bea6811e261fd3a8b874670420b6e22f08fed9c67aab5beb77e978c'],
  [0, 16384, '87324f5096d3ce1e09d42728247ba41668433a6c86a8cbfd79f0030a535fbaa0'],
  [0, 16385, 'cde42efa61105c4e0b9842e02aeb7af37396191ad050033e37cb9bbbfa8b3921'],
  [0, 40000, '44b7c9aa216d5d4cebbbb28dd548d4ad5840c0f813295d26d767be021bd77c02'],
  [1, 0, 'd7ed939453a386350ff0ad30f2740ff6ce0053af59465364f14cb8fff9700709'],
  [1, 100, '2a88d6715d21253a30a8c43c176d86ec411995da4662ff6558efbace205f7939'],
  [1, 16385, '9206b9f7d298b1bf171839cc14ba21a9de07da028200c34c4bd47c6f2b6177f8'],
  [1, 32768, '1bc0bf5be3f094f8a937abb11bbc2c7b7347f00997b769c6c09e83edcf5c8829'],
  [2, 1, '5953d739831e1bc559b2ffd684f0427b4f7f4751cb8d5585252c109848ff2158'],
  [2, 16384, '6ce8ddf3e40d78203dd125b7ae47015c023fc45fc952efe9c6c9787949343ef7'],
  [2, 40000, '8ce7f4ecda7c97a0e0243d599e1f77d33fa835c075e22606bb723ba3bcfa7393'],
];

/** Complete payloads of madmin-go: 1 byte under each cipher, and one from its EncryptData. */
const PAYLOADS: readonly [payload: string, text: string][] = [
  ['AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tkAAAsWISw3Qk3a+iDZLtrYoY74rANyjr6KLg==', '\u0005'],
  ['AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09oBAQwXIi04Q04Il17agbQJue97VFJE/aM8ig==', '\u0005'],
  ['AgkQFx4lLDM6QUhPVl1ka3J5gIeOlZyjqrG4v8bN1NsCAg0YIy45RE+xESV5nwViL3c1kbBKq8wrlg==', '\u0005'],
  [
    'yXX90kBa3aLd0KdOClYcH/pVsn/kLT92RurSSXjWd7UA4kq7jB5ijNTucV1mX8DI3xgjaZ8KfKJMVKhQkitHz3xNILR8C2iP/BLIltlACinxeiXuoMUbqTGfeumB0j5fYKLQSHa1YA/eqOJC',
    '{"secretKey":"s3cret-of-a-user","status":"enabled"}',
  ],
];

function pattern(size: number, step: number, start: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, index) => index * step + start);
}

function payloadFor(cipher: number, size: number): Promise<Buffer> {
  const name = NAMES[cipher] ?? 'pbkdf2-aes-256-gcm';
  return encryptAdminPayload(SECRET, pattern(size, 31, 5), {
    cipher: name,
    random: (count) => pattern(count, count === 32 ? 7 : 11, cipher),
  });
}

describe('admin payload cipher', () => {
  it.each(VECTORS)('cipher %i seals %i bytes as madmin does', async (cipher, size, sha256) => {
    const payload = await payloadFor(cipher, size);
    expect(createHash('sha256').update(payload).digest('hex')).toBe(sha256);
    const opened = await decryptAdminPayload(SECRET, payload);
    expect(opened.equals(pattern(size, 31, 5))).toBe(true);
  });

  it.each(PAYLOADS)('opens %s', async (payload, text) => {
    const data = Buffer.from(payload, 'base64');
    expect(isEncryptedAdminPayload(data)).toBe(true);
    expect((await decryptAdminPayload(SECRET, data)).toString()).toBe(text);
  });

  it('uses a new salt and nonce each time', async () => {
    const [a, b] = await Promise.all([
      encryptAdminPayload(SECRET, Buffer.from('x')),
      encryptAdminPayload(SECRET, Buffer.from('x')),
    ]);
    expect(a.subarray(0, 32).equals(b.subarray(0, 32))).toBe(false);
    expect(a.subarray(33, 41).equals(b.subarray(33, 41))).toBe(false);
  });

  it('refuses another secret', async () => {
    const payload = await payloadFor(2, 10);
    await expect(decryptAdminPayload('other', payload)).rejects.toMatchObject({
      name: 'AdminPayloadError',
      code: 'NotAuthentic',
    });
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['a header only', Buffer.alloc(41)],
    ['JSON', Buffer.from(JSON.stringify({ accessKey: 'someone', secretKey: 'something-long' }))],
    ['an unknown cipher', Buffer.alloc(100, 9)],
  ])('refuses %s as not encrypted', async (_, data) => {
    expect(isEncryptedAdminPayload(data)).toBe(false);
    await expect(decryptAdminPayload(SECRET, data)).rejects.toMatchObject({ code: 'NotEncrypted' });
  });

  it('refuses fragments that are cut off, swapped, repeated or added', async () => {
    const whole = await payloadFor(2, 3 * 16384);
    const header = whole.subarray(0, 41);
    const fragments = [0, 1, 2].map((index) =>
      whole.subarray(41 + index * 16400, 41 + (index + 1) * 16400),
    );
    for (const order of [[0], [0, 1], [1, 0, 2], [0, 1, 1, 2], [0, 1, 2, 2], [2]]) {
      const forged = Buffer.concat([header, ...order.map((i) => fragments[i] ?? header)]);
      await expect(decryptAdminPayload(SECRET, forged)).rejects.toThrow(AdminPayloadError);
    }
    const tail = Buffer.concat([whole, Buffer.from('x')]);
    await expect(decryptAdminPayload(SECRET, tail)).rejects.toThrow(AdminPayloadError);
  });

  it('refuses every single changed byte', async () => {
    const payload = await payloadFor(2, 20);
    for (let at = 0; at < payload.length; at++) {
      // A change of the cipher byte must not select argon2, which is slow.
      const changed = Buffer.from(payload);
      changed[at] = (changed[at] ?? 0) ^ (at === 32 ? 0x40 : 1);
      await expect(decryptAdminPayload(SECRET, changed)).rejects.toThrow(AdminPayloadError);
    }
  });
});

describe('fragments that come as a stream', () => {
  const content = randomBytes(40_000);
  const zeros = (size: number) => Buffer.alloc(size);
  const key = pbkdf2Sync('a secret', zeros(32), 8192, 32, 'sha256');
  async function sealed(data = content): Promise<Buffer> {
    const cipher = 'pbkdf2-aes-256-gcm';
    return (await encryptAdminPayload('a secret', data, { cipher, random: zeros })).subarray(41);
  }
  const openedIn = async (data: Buffer, step: number) => {
    const pieces = Array.from({ length: Math.ceil(data.length / step) }, (_, n) =>
      data.subarray(n * step, (n + 1) * step),
    );
    return buffer(openFragments(key, Readable.from(pieces)));
  };

  it.each([1000, 16_400, 100_000])('are opened in pieces of %i bytes', async (step) => {
    expect((await openedIn(await sealed(), step)).equals(content)).toBe(true);
  });

  it('are opened where the last one is a whole one', async () => {
    const whole = content.subarray(0, 2 * 16 * 1024);
    expect((await openedIn(await sealed(whole), 7000)).equals(whole)).toBe(true);
  });

  it('are refused when the end is missing', async () => {
    const cut = (await sealed()).subarray(0, 2 * 16_400);
    await expect(openedIn(cut, 1000)).rejects.toMatchObject({ code: 'NotAuthentic' });
  });
});
