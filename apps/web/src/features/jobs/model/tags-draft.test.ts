import { describe, expect, it } from 'vitest';
import { missingAction, type TagsDraft, tagsOf, tagsProblem } from './tags-draft.ts';

const pairs = (...tags: [string, string][]): TagsDraft => ({
  mode: 'add',
  tags: tags.map(([key, value], id) => ({ id, key, value })),
  keys: [],
});
const removed = (...keys: string[]): TagsDraft => ({ ...pairs(['a', '1']), mode: 'remove', keys });
const many = (count: number): TagsDraft =>
  pairs(...Array.from({ length: count }, (_, index): [string, string] => [`t${index}`, 'x']));

describe('tags that are being typed', () => {
  it.each([
    [pairs(['a', '1'], ['', '']), undefined],
    [pairs(['a', '']), undefined],
    [many(10), undefined],
    [removed('a', 'A'), undefined],
    [pairs(), 'none'],
    [pairs([' ', '']), 'none'],
    [removed(), 'none'],
    [pairs(['', '1']), 'blankKey'],
    [pairs(['k'.repeat(129), '1']), 'longKey'],
    [removed('k'.repeat(129)), 'longKey'],
    [pairs(['a', 'v'.repeat(257)]), 'longValue'],
    [pairs(['a', '1'], ['a ', '2']), 'twice'],
    [many(11), 'tooMany'],
  ])('%j have the problem %s', (draft, problem) => {
    expect(tagsProblem(draft)).toBe(problem);
  });

  it('are sent without blanks around them; of those that go only the keys', () => {
    expect(tagsOf(pairs([' a ', ' 1 '], ['', '']))).toEqual({ a: '1' });
    expect(tagsOf(removed('b'))).toEqual({ b: '' });
  });
});

it.each([
  ['replace', false, false, undefined],
  ['add', false, true, 's3:GetObjectTagging'],
  ['add', true, false, undefined],
  ['remove', true, false, 's3:DeleteObjectTagging'],
  ['remove', true, true, undefined],
] as const)(
  'to %s tags, with reading %s and deleting %s, %s is missing',
  (mode, readTags, deleteTags, action) => {
    expect(missingAction(mode, { readTags, deleteTags })).toBe(action);
  },
);
