import { describe, expect, it } from 'vitest';
import { sameEvents, toEventNames, toEventTypes } from './event-types.ts';

describe('types of events', () => {
  it('are put, get and delete in S3’s names [EVENTS-07]', () => {
    expect(toEventNames(['put', 'get', 'delete', 'put'])).toEqual([
      's3:ObjectCreated:*',
      's3:ObjectAccessed:*',
      's3:ObjectRemoved:*',
    ]);
    expect(toEventTypes(toEventNames(['delete', 'put']))).toEqual({
      events: ['delete', 'put'],
      other_events: [],
    });
  });

  it('leave the names that they do not cover as they are', () => {
    expect(toEventTypes(['s3:ObjectCreated:Put', 's3:ObjectRemoved:*', 's3:Scanner:*'])).toEqual({
      events: ['delete'],
      other_events: ['s3:ObjectCreated:Put', 's3:Scanner:*'],
    });
  });

  it('are the same in any order, and not when one is missing', () => {
    expect(sameEvents(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(sameEvents(['a', 'b'], ['a'])).toBe(false);
    expect(sameEvents(['a'], ['b'])).toBe(false);
  });
});
