import { describe, expect, it } from 'vitest';
import { noSearch } from './browse-search.ts';
import { type SearchDraft, searchDraft, searchOf, searchProblems } from './search-draft.ts';

const empty = searchDraft(noSearch);
const problems = (parts: Partial<SearchDraft>) => searchProblems({ ...empty, ...parts });

describe('the fields of a search', () => {
  it('come back as the same search', () => {
    const search = {
      search: '*.jpg',
      minSize: 10 * 1024 * 1024,
      maxSize: 1_000_000_001,
      after: '2026-11-12T09:41:07.000Z',
      before: '',
    };
    const draft = searchDraft(search);
    expect(draft).toMatchObject({ minSize: '10 MiB', maxSize: '1000000001 B', before: '' });
    expect(searchOf(draft)).toEqual(search);
    expect(searchOf(empty)).toEqual(noSearch);
  });

  it.each<[Partial<SearchDraft>, object]>([
    [{}, {}],
    [{ minSize: '1.5 GiB', maxSize: '2 gb' }, {}],
    [{ minSize: 'big' }, { minSize: 'notASize' }],
    [{ maxSize: '-1' }, { maxSize: 'notASize' }],
    [{ maxSize: '999999 EiB' }, { maxSize: 'notASize' }],
    [{ minSize: '2 KiB', maxSize: '1 KiB' }, { maxSize: 'sizesTurned' }],
    [{ minSize: '0', maxSize: '0' }, {}],
    [{ after: '2026-11-12T10:00', before: '2026-11-12T09:00' }, { before: 'timesTurned' }],
    [{ after: '2026-11-12T10:00', before: '2026-11-12T10:00' }, {}],
  ])('%j: %j', (parts, expected) => {
    expect(problems(parts)).toEqual(expected);
  });
});
