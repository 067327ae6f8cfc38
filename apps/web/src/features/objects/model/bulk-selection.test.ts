import { expect, it } from 'vitest';
import { noSearch } from './browse-search.ts';
import { bulkSelection } from './bulk-selection.ts';

it('is the folder alone where nothing is looked for', () => {
  expect(bulkSelection('a/', noSearch)).toEqual({ prefix: 'a/' });
});

it('carries every part of a search', () => {
  const [after, before] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
  expect(bulkSelection('', { search: '*.jpg', minSize: 0, maxSize: 5, after, before })).toEqual({
    prefix: '',
    ...{ search: '*.jpg', minSize: 0, maxSize: 5, modifiedAfter: after, modifiedBefore: before },
  });
});
