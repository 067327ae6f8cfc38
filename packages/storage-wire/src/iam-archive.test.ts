import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { IAM_ARCHIVE_LIMITS, readIamArchive, writeIamArchive } from './iam-archive.ts';

const users = (content: string) => zipSync({ 'iam-assets/users.json': strToU8(content) });

describe('an archive of users, groups and policies', () => {
  it('is read as it was written, hostile names too', () => {
    const written = readIamArchive(users('{}'));
    const archive = {
      ...written,
      users: new Map([
        ['__proto__', { secretKey: 'one' }],
        ['a\u202eb/../c', { secretKey: 'two' }],
      ]),
    };
    expect(readIamArchive(writeIamArchive(archive))).toEqual(archive);
  });

  it('has no entries where a part is missing or null', () => {
    const archive = readIamArchive(zipSync({ 'iam-assets/groups.json': strToU8('null') }));
    expect([...Object.values(archive)].every(({ size }) => size === 0)).toBe(true);
  });

  it.each([
    ['text', strToU8('not a zip'), /no zip archive/],
    ['nothing', new Uint8Array(0), /no zip archive/],
    ['an archive that is cut off', users('{}').subarray(0, 40), /no zip archive/],
    ['another archive', zipSync({ 'readme.txt': strToU8('x') }), /no files of an export/],
    ['a part that is no JSON', users('{'), /users.json is no JSON/],
    ['a part that is a list', users('[]'), /no JSON object/],
    ['an entry that is a text', users('{"a":"b"}'), /an entry that is no JSON object/],
    ['too many bytes', new Uint8Array(IAM_ARCHIVE_LIMITS.bytes + 1), /larger than 16 MiB/],
    ['a bomb', users(' '.repeat(20 * 1024 * 1024)), /unpacks to more/],
    [
      'too many files',
      zipSync(Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`f${n}`, strToU8('')]))),
      /more than 64 files/,
    ],
  ])('is refused when it is %s', (_, bytes, message) => {
    expect(() => readIamArchive(bytes)).toThrow(message);
  });

  it('unpacks no more than its directory says', () => {
    const zip = Buffer.from(users(`{"a":{"secretKey":"${'x'.repeat(5 * 1024 * 1024)}"}}`));
    const entry = zip.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    zip.writeUInt32LE(10, entry + 24);
    expect(() => readIamArchive(zip)).toThrow(/damaged|no JSON/);
  });
});
