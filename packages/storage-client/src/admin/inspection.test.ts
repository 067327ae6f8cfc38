import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { encryptAdminPayload } from '@stowage/storage-wire/admin-cipher';
import { expect, it } from 'vitest';
import { openInspection } from './inspection.ts';

const content = randomBytes(40_000);
const zeros = (size: number) => Buffer.alloc(size);
/** Salt, cipher and nonce of an encrypted payload, which MinIO omits here. */
const HEAD_BYTES = 41;

/** A response of MinIO: format, key, and the data sealed with it. */
async function answer(format = 1): Promise<Buffer> {
  const key = pbkdf2Sync('a secret', zeros(32), 8192, 32, 'sha256');
  const cipher = 'pbkdf2-aes-256-gcm';
  const sealed = await encryptAdminPayload('a secret', content, { cipher, random: zeros });
  return Buffer.concat([Buffer.of(format), key, sealed.subarray(HEAD_BYTES)]);
}

function inPieces(data: Buffer, step: number): Readable {
  const count = Math.ceil(data.length / step);
  return Readable.from(
    Array.from({ length: count }, (_, n) => data.subarray(n * step, (n + 1) * step)),
  );
}

it.each([7, 33, 100_000])('opens an answer that comes in pieces of %i bytes', async (step) => {
  const opened = await buffer(await openInspection(inPieces(await answer(), step)));
  expect(opened.equals(content)).toBe(true);
});

it('fails where the end of an answer is missing', async () => {
  const cut = (await answer()).subarray(0, 33 + 2 * 16_400);
  await expect(buffer(await openInspection(inPieces(cut, 5000)))).rejects.toMatchObject({
    code: 'NotAuthentic',
  });
});

it.each([
  ['another format', () => answer(2)],
  ['half a key', async () => (await answer()).subarray(0, 20)],
  ['nothing', async () => Buffer.alloc(0)],
])('refuses %s, and lets go of the connection', async (_, make) => {
  const source = inPieces(await make(), 10);
  await expect(openInspection(source)).rejects.toMatchObject({ code: 'InvalidResponse' });
  expect(source.destroyed).toBe(true);
});

it('lets go of the connection when nobody reads on', async () => {
  const source = inPieces(await answer(), 50);
  const opened = await openInspection(source);
  opened.destroy();
  await new Promise((resolve) => opened.once('close', resolve));
  expect(source.destroyed).toBe(true);
});
