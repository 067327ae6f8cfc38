import { expect, it } from 'vitest';
import { encryptionType } from './encryption.ts';

it.each([
  [{ algorithm: 'AES256' }, 'sse-s3'],
  [{ algorithm: 'aws:kms' }, 'sse-kms'],
  [{ algorithm: 'something else' }, 'sse-kms'],
  [{ algorithm: '' }, 'disabled'],
  [{}, 'disabled'],
])('takes %j for %s [BSUM-10] [BSUM-11]', (encryption, type) => {
  expect(encryptionType(encryption)).toBe(type);
});
