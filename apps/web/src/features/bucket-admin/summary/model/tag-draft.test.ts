import { describe, expect, it } from 'vitest';
import { pairsOf } from '#web/entities/tag-pairs/tag-pairs.ts';
import { MAX_TAGS, tagError, tagsOf } from './tag-draft.ts';

const rows = (...pairs: [string, string][]) =>
  pairsOf(pairs.map(([key, value]) => ({ key, value })));

describe('the rows of tags', () => {
  it('keep a tag without a value, which S3 allows, and drop blank rows', () => {
    expect(tagsOf(rows(['team', ''], ['site', 'kiel'], ['', '']))).toEqual({
      team: '',
      site: 'kiel',
    });
  });

  it('cannot be saved with a value that has no key', () => {
    expect(tagError(rows([' ', 'kiel']))).toEqual({ kind: 'noKey' });
  });

  it('cannot be saved with a key twice', () => {
    expect(tagError(rows(['a', '1'], ['a ', '2']))).toEqual({ kind: 'duplicate', key: 'a' });
  });

  it('cannot be saved with more than S3 takes', () => {
    const many = (count: number) =>
      rows(...Array.from({ length: count }, (_, index): [string, string] => [`k${index}`, '']));
    expect(tagError(many(MAX_TAGS))).toBeUndefined();
    expect(tagError(many(MAX_TAGS + 1))).toEqual({ kind: 'tooMany' });
  });
});
