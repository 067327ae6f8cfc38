import { describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

describe('cursors', () => {
  it.each([{}, { token: 'abc' }, { token: 'a/ü', after: 'ключ' }])('round-trip: %o', (cursor) => {
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  });

  it('begin at the top without one', () => {
    expect(readCursor(undefined)).toEqual({});
  });

  it.each(['', 'nonsense', Buffer.from('{"token":5}').toString('base64url'), 'bnVsbA'])(
    'are refused when nobody gave them: %j',
    (text) => {
      expect(() => readCursor(text)).toThrow('The request is not valid.');
    },
  );
});
