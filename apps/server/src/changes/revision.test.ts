import { describe, expect, it } from 'vitest';
import { checkRevision, revisionOf } from './revision.ts';

describe('the revision of a state', () => {
  it('does not depend on the order of fields, at any depth', () => {
    const one = { a: 1, b: { c: [1, { x: 1, y: 2 }], d: null } };
    const other = { b: { d: null, c: [1, { y: 2, x: 1 }] }, a: 1 };
    expect(revisionOf(one)).toBe(revisionOf(other));
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 1, b: null }],
    [
      [1, 2],
      [2, 1],
    ],
    [undefined, null],
    [undefined, ''],
    [{}, []],
    ['{}', {}],
    [{ ['__proto__']: 1 }, {}],
  ])('tells %j from %j', (one, other) => {
    expect(revisionOf(one)).not.toBe(revisionOf(other));
  });

  it('takes a field without a value for none', () => {
    expect(revisionOf({ a: 1, b: undefined })).toBe(revisionOf({ a: 1 }));
  });

  it('fits into an address', () => {
    expect(revisionOf({ any: 'thing' })).toMatch(/^[\w-]{22}$/);
  });
});

describe('holding a change to a revision', () => {
  it('refuses another one', () => {
    expect(() => checkRevision('old', 'new')).toThrow(
      expect.objectContaining({ code: 'ChangedMeanwhile' }),
    );
  });

  it('lets pass the same, and a change that names none', () => {
    checkRevision('same', 'same');
    checkRevision(undefined, 'any');
  });

  it('takes an empty revision for a wrong one', () => {
    expect(() => checkRevision('', 'new')).toThrow();
  });
});
