import { describe, expect, it } from 'vitest';
import { tagProblems, withoutTag, withTag } from './tag-draft.ts';

describe('a tag that is being typed', () => {
  it.each([
    [{ key: 'site', value: 'kiel' }, {}],
    [{ key: '', value: 'kiel' }, { key: 'key' }],
    [
      { key: ' ', value: '\t' },
      { key: 'key', value: 'value' },
    ],
    [{ key: 'site', value: '' }, { value: 'value' }],
    [
      { key: 'k'.repeat(129), value: 'v'.repeat(257) },
      { key: 'longKey', value: 'longValue' },
    ],
    [{ key: 'k'.repeat(128), value: 'v'.repeat(256) }, {}],
  ])('%j lacks %j [OBJD-22]', (tag, problems) => {
    expect(tagProblems(tag)).toEqual(problems);
  });

  it('joins the others, or takes the place of one', () => {
    expect(withTag({ a: '1' }, { key: ' b ', value: ' 2 ' })).toEqual({ a: '1', b: '2' });
    expect(withTag({ a: '1' }, { key: 'a', value: '2' })).toEqual({ a: '2' });
    expect(withoutTag({ a: '1', b: '2' }, 'a')).toEqual({ b: '2' });
  });
});
