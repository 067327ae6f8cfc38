import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 20 letters, like the access keys of other S3 servers. */
export function randomAccessKey(): string {
  let key = '';
  for (const byte of randomBytes(20)) {
    key += LETTERS[byte % LETTERS.length];
  }
  return key;
}

/** 40 letters that need no escaping in paths and shells. */
export function randomSecretKey(): string {
  return randomBytes(30).toString('base64').replaceAll('/', '+');
}
